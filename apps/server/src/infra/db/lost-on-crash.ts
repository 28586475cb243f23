/**
 * As a source of rows of an `UPDATE`: its commit then waits for no disk and no standby, so a crash or a fail-over can
 * lose it.
 */
export const LOST_ON_CRASH = "set_config('synchronous_commit', 'off', true) AS lost_on_crash";
