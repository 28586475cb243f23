/** Message from one tab to the others about their shared session. */
export type SessionMessage =
  | { readonly kind: 'logged-out' }
  /** The server no longer knows the session. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'signed-in'; readonly uuid: string };

export interface SessionTabs {
  readonly post: (message: SessionMessage) => void;
  /** Listens for the lifetime of the page. */
  readonly follow: (listener: (message: SessionMessage) => void) => void;
}

/** Connects this tab with the browser's other tabs of this site. */
export function createSessionTabs(): SessionTabs {
  const channel = new BroadcastChannel('session');
  return {
    post: (message) => channel.postMessage(message),

    follow(listener) {
      // Only pages of this site can post to the channel.
      channel.addEventListener('message', ({ data }) => listener(data as SessionMessage));
      // A page restored from the back/forward cache has missed messages.
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) {
          listener({ kind: 'ended' });
        }
      });
    },
  };
}
