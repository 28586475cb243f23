/** SHA-256 of bytes, which it does not keep; 32 of them: of Node, or of a library where there is no such call that answers at once. */
export type Sha256 = (data: Uint8Array) => Uint8Array;
