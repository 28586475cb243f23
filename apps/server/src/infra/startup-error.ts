/**
 * A problem that an operator must fix before the product can start. `message` is one line that says what is wrong and
 * what to do; `main` prints it and exits with status 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
