/** Message from one tab to the others about their shared session. */
export type SessionNews =
  | { readonly kind: 'logged-out' }
  /** The server no longer knew it. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'signed-in'; readonly uuid: string };

export interface SessionTabs {
  readonly tell: (news: SessionNews) => void;
  /** Listens for as long as the page lives. */
  readonly follow: (listener: (news: SessionNews) => void) => void;
}

/** For a page that is alone in the world. */
export const NO_OTHER_TABS: SessionTabs = { tell: () => undefined, follow: () => undefined };

/** The other tabs of this browser that show this site. */
export function createSessionTabs(): SessionTabs {
  const channel = new BroadcastChannel('session');
  return {
    tell: (news) => channel.postMessage(news),

    follow(listener) {
      // The parse boundary: only pages of this site can speak here.
      channel.addEventListener('message', ({ data }) => listener(data as SessionNews));
      // A page restored from the back/forward cache has missed messages.
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) {
          listener({ kind: 'ended' });
        }
      });
    },
  };
}
