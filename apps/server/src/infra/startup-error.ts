/** Problem for the operator to fix. `main` prints `message`, one line with the remedy, and exits with status 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
