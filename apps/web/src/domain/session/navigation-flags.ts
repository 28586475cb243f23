/** Flags for the next screen, stored in the history state and not in the URL. */
export interface NavigationFlags {
  /** For /login: the session has just ended, so skip the session check. */
  readonly loggedOut?: boolean | undefined;
  /** For /: after a sign-in, maybe of another administrator. Also returns to where the session ended. */
  readonly reloadAdministrator?: boolean | undefined;
  /** On /login: the previous history entry is the same screen. */
  readonly staysOnBack?: boolean | undefined;
}
