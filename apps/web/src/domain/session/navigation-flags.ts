/** Flags from one screen to the next, stored in the history state and not in the URL. */
export interface NavigationFlags {
  /** To /login: the session has just ended, so there is none to look for. */
  readonly loggedOut?: boolean | undefined;
  /** To /: another administrator may have signed in. */
  readonly reloadAdministrator?: boolean | undefined;
  /** On /login: the previous history entry is the sign-in screen, too. */
  readonly staysOnBack?: boolean | undefined;
}
