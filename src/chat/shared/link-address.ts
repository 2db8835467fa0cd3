/** UTF-16 units. No real address is longer, and it also stands in the link’s title. */
const MAX_ADDRESS = 2_000;

/**
 * Whether an address that a model wrote may become a link: on the web, or of mail. All others could run or open
 * something on this machine, or mean something only to whoever wrote them.
 */
export function isAllowedAddress(address: string): boolean {
  return (
    address.length <= MAX_ADDRESS && /^(?:https?:\/\/[^/]|mailto:[^/])/i.test(address) && !hasHidden(address)
  );
}

/** Spaces and characters that cannot be seen or that change the order of others. */
function hasHidden(address: string): boolean {
  return /[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(address);
}
