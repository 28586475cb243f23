import { CommandLine } from './command-line.tsx';
import { CREATE_SERVICE_KEY, createWallet, sendBatch } from './commands.ts';

export interface ArrivalProps {
  readonly list: 'users' | 'merchants' | 'outbound' | 'inbound' | 'invitations';
}

interface Step {
  readonly text: string;
  readonly command?: string;
}

/** Tells how the records of a list arrive, with the commands. */
export function Arrival({ list }: ArrivalProps) {
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

function stepsOf(list: ArrivalProps['list']): readonly Step[] {
  const { origin } = window.location;
  switch (list) {
    case 'users':
      return [
        {
          text: 'Users come from your platform. Create a service key on the server:',
          command: CREATE_SERVICE_KEY,
        },
        { text: 'Then send users with it:', command: sendBatch('users', origin) },
      ];
    case 'merchants':
      return [
        {
          text: 'Merchants come from your platform. Create a service key on the server:',
          command: CREATE_SERVICE_KEY,
        },
        { text: 'Send the users first, then their merchants:', command: sendBatch('merchants', origin) },
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
          text: 'Invitations are sent by mail and link to your platform’s sign-up page. Before the first one, set SMTP_URL and INVITE_URL and start the server again.',
        },
      ];
  }
}
