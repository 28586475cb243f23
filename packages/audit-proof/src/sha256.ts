/**
 * Returns the 32-byte SHA-256 of the data and does not keep the data. It is Node's own function, or a library's if the
 * platform has no synchronous one.
 */
export type Sha256 = (data: Uint8Array) => Uint8Array;
