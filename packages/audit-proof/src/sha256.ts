/** Synchronous SHA-256: Node's own function, or a library's in browsers. Must not keep a reference to the data. */
export type Sha256 = (data: Uint8Array) => Uint8Array;
