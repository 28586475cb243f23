export type SessionMessage =
  | { readonly kind: 'logged-out' }
  /** The server rejected the session. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'signed-in'; readonly uuid: string };

export interface SessionTabs {
  readonly post: (message: SessionMessage) => void;
  readonly follow: (listener: (message: SessionMessage) => void) => void;
}

export function createSessionTabs(): SessionTabs {
  const channel = new BroadcastChannel('session');
  return {
    post: (message) => channel.postMessage(message),

    follow(listener) {
      // Only pages of this origin can post to the channel.
      channel.addEventListener('message', ({ data }) => listener(data as SessionMessage));
      // Pages restored from the back/forward cache have missed messages.
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) {
          listener({ kind: 'ended' });
        }
      });
    },
  };
}
