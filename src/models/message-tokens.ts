/** What a message costs besides its text: its role and what stands between messages. */
export const MESSAGE_OVERHEAD = 4;
/** What a request costs besides its messages: the beginning of the reply. */
export const REQUEST_OVERHEAD = 3;
