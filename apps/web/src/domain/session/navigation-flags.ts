/** What one screen tells the next. It lives in the history entry's state, so that no address carries it. */
export interface NavigationFlags {
  /** On the way to /login: the session has just ended, there is none to look for. */
  readonly loggedOut?: boolean | undefined;
  /** On the way to /: who is signed in has just changed. */
  readonly reloadAdministrator?: boolean | undefined;
  /** Set by the sign-in screen itself: the entry before this one is the sign-in screen too. */
  readonly staysOnBack?: boolean | undefined;
}
