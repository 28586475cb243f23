/** Progress of a sign-in. In `verify` and `enrol`, the second factor must still be entered or set up. */
export type SessionStage = 'verify' | 'enrol' | 'full';
