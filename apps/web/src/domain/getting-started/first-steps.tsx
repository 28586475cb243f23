import type { GettingStarted } from '@halyard/contract/getting-started';
import { type ComponentType, useState } from 'react';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { CommandLine } from './command-line.tsx';
import { CREATE_SERVICE_KEY, createWallet, sendBatch } from './commands.ts';
import { GettingStartedCard } from './getting-started-card.tsx';

const DISMISSED_KEY = 'getting-started-dismissed';

// The card and the help share this file, because code that two chunks share is loaded by every screen.

/** Fetches the first steps unless this browser dismissed them. The component renders nothing if none is left. */
export async function openGettingStarted(api: ApiClient): Promise<ComponentType> {
  if (wasDismissed()) {
    return () => null;
  }
  const steps = await api.get('/getting-started', { unasked: true, accepts: isGettingStarted });
  return () => <FirstSteps steps={steps} />;
}

function FirstSteps({ steps }: { readonly steps: GettingStarted }) {
  const [isShown, setIsShown] = useState(Object.values(steps).includes(false));

  function dismiss() {
    setIsShown(false);
    try {
      localStorage.setItem(DISMISSED_KEY, 'yes');
    } catch {
      // Without storage, the card is gone until the next visit.
    }
  }

  return isShown ? <GettingStartedCard steps={steps} onDismiss={dismiss} /> : null;
}

function isGettingStarted(body: unknown): boolean {
  const { secondAdministrator, serviceKey, firstBatch, mail, backupCodes } = fieldsOf<GettingStarted>(body);
  return [secondAdministrator, serviceKey, firstBatch, mail, backupCodes].every(
    (done) => typeof done === 'boolean',
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Lists that explain how their records arrive. */
export type HelpedList = 'users' | 'merchants' | 'orders' | 'outbound' | 'inbound' | 'invitations';

interface Step {
  readonly text: string;
  readonly command?: string;
}

/** Shows how to add the first records of a list. */
export function Arrival({ list }: { readonly list: HelpedList }) {
  return (
    <ol className="mt-6 grid w-full max-w-140 gap-3 text-left">
      {stepsOf(list).map(({ text, command }) => (
        <li key={text} className="grid min-w-0 gap-1.5">
          <p className="text-ink-quiet text-sm">{text}</p>
          {command === undefined ? null : <CommandLine command={command} />}
        </li>
      ))}
    </ol>
  );
}

function stepsOf(list: HelpedList): readonly Step[] {
  const { origin } = window.location;
  switch (list) {
    case 'users':
      return [
        {
          text: 'Users come from your platform. Create a service key on the server:',
          command: CREATE_SERVICE_KEY,
        },
        {
          text: 'Set KEY to the printed key, replace each "…" with a UUID, then send users:',
          command: sendBatch('users', origin),
        },
      ];
    case 'merchants':
      return [
        {
          text: 'Merchants come from your platform. Create a service key on the server:',
          command: CREATE_SERVICE_KEY,
        },
        {
          text: 'Set KEY to the printed key and replace each "…" with a UUID. Send the users first, then their merchants:',
          command: sendBatch('merchants', origin),
        },
      ];
    case 'orders':
      return [
        {
          text: 'Orders come from your platform. Create a service key on the server:',
          command: CREATE_SERVICE_KEY,
        },
        {
          text: 'Set KEY to the printed key and replace each "…" with a UUID. Send the merchants first, then their orders:',
          command: sendBatch('orders', origin),
        },
      ];
    case 'outbound':
    case 'inbound':
      return [
        {
          text: 'Create a wallet on the server. Its private key is stored encrypted:',
          command: createWallet(list),
        },
        {
          text: 'Or let your platform send its wallets. Create a service key for it:',
          command: CREATE_SERVICE_KEY,
        },
      ];
    case 'invitations':
      return [
        {
          text: "Invitations are sent by email and link to your platform's sign-up page. Before the first one, set SMTP_URL and INVITE_URL, then restart the server.",
        },
      ];
  }
}
