/** What Inkwell offers to other extensions, for instance one that sets up a team's machines. */
export interface InkwellApi {
  /**
   * Connects to a service without asking anything: proves the connection, then keeps the address in the
   * user's settings and the key in the secret storage.
   *
   * @throws when there is no such service or the key is refused; nothing is changed then. An address that is
   * neither `https:` nor on this machine is refused: only the user can agree to that.
   */
  connect(service: { baseUrl: string; apiKey?: string }): Promise<{ models: number }>;
}
