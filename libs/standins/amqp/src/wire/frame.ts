export type Frame = { readonly type: number; readonly channel: number; readonly payload: Buffer };

export const frameType = { method: 1, header: 2, body: 3, heartbeat: 8 } as const;
/** The last octet of every frame. */
export const frameEnd = 0xce;
/** The bytes of a frame around its payload: seven before it, one after it. */
export const frameOverhead = 8;
