/** Flags from one screen to the next, stored in the history state and not in the URL. */
export interface NavigationFlags {
  /** On the way to /login: the session has just ended, there is none to look for. */
  readonly loggedOut?: boolean | undefined;
  /** On the way to /: who is signed in has just changed. */
  readonly reloadAdministrator?: boolean | undefined;
  /** Set by the sign-in screen itself: the entry before this one is the sign-in screen too. */
  readonly staysOnBack?: boolean | undefined;
}
