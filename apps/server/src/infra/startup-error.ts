/**
 * A condition that an operator has to mend before the product can start: `message` is the one line they
 * are shown, saying what is wrong and what to do. `main` prints it without a stack and exits with status 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
