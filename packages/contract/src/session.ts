/**
 * How far a session has come. `verify` and `enrol` are half signed in: the password was right, the
 * second factor is still to be shown or set up.
 */
export type SessionStage = 'verify' | 'enrol' | 'full';
