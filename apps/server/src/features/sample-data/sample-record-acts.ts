import type { AuditCategory } from '@halyard/contract/audit-logs';
import type { FeedWallet } from '@halyard/contract/platform-feed-wallets';
import type { RandomSource } from './random-source.ts';
import {
  actOf,
  SAMPLE_SERVICE_KEY,
  type SampleAct,
  type SampleAdministrator,
} from './sample-administrators.ts';
import { MINUTE_MS } from './sample-calendar.ts';
import type { SampleData } from './sample-data.ts';
import type { SampleInvitation } from './sample-invitations.ts';
import { type Span, timeIn } from './sample-user-acts.ts';

const BACKUPS = 5;
const EXPORTED = [
  ['users', 'Users', 'user_management'],
  ['merchants', 'Merchants', 'merchant_management'],
  ['invitations', 'Invitations', 'invitation_management'],
] as const satisfies readonly (readonly [keyof SampleData, string, AuditCategory])[];

/** Creates the invitations, their acceptance and their revocation. */
export function createInvitationActs(
  random: RandomSource,
  people: readonly SampleAdministrator[],
  { invitations, users }: Pick<SampleData, 'invitations' | 'users'>,
  { begin, end }: Span,
): SampleAct[] {
  const userOf = new Map(users.map((user) => [user.email, user]));
  return invitations
    .filter(({ createdAt }) => Date.parse(createdAt) >= begin)
    .flatMap((invitation) => {
      const { email, createdAt, expiresAt, status } = invitation;
      const at = Date.parse(createdAt);
      const sent = onInvitation(random, random.pick(people), invitation, at, 'create', 'Invitation sent', {
        email: { before: null, after: email },
        status: { before: null, after: 'pending' },
        expiresAt: { before: null, after: expiresAt },
      });
      if (status === 'pending') return [sent];
      const user = userOf.get(email);
      if (user === undefined) {
        const revokedAt = timeIn(random, { begin: at, end: Math.min(Date.parse(expiresAt), end) });
        const change = { status: { before: 'pending', after: 'revoked' } };
        return [
          sent,
          onInvitation(
            random,
            random.pick(people),
            invitation,
            revokedAt,
            'revoke',
            'Invitation revoked',
            change,
          ),
        ];
      }
      const accepted: SampleAct = {
        at: Date.parse(user.createdAt),
        entry: {
          action: 'invitation.accept',
          category: 'invitation_management',
          description: 'Invitation accepted, user created',
          status: 'success',
          actor: { type: 'api_key', id: SAMPLE_SERVICE_KEY.id },
          resource: { type: 'invitation', id: invitation.id, identifier: email },
          metadata: { userUuid: user.uuid },
          changes: { status: { before: 'pending', after: 'accepted' } },
        },
      };
      return [sent, accepted];
    });
}

function onInvitation(
  random: RandomSource,
  administrator: SampleAdministrator,
  { id, email }: SampleInvitation,
  at: number,
  act: 'create' | 'revoke',
  description: string,
  changes: NonNullable<SampleAct['entry']['changes']>,
): SampleAct {
  return actOf(random, administrator, at, {
    action: `invitation.${act}`,
    category: 'invitation_management',
    description,
    resource: { type: 'invitation', id, identifier: email },
    changes,
  });
}

/** Creates backups of outbound wallets that exist since before the history, one per wallet at most. */
export function createWalletBackups(
  random: RandomSource,
  people: readonly SampleAdministrator[],
  wallets: readonly FeedWallet[],
  span: Span,
): SampleAct[] {
  const held = wallets.filter(
    ({ type, createdAt }) => type === 'outbound' && Date.parse(createdAt) < span.begin - 60 * MINUTE_MS,
  );
  return random
    .shuffle(held)
    .slice(0, BACKUPS)
    .flatMap(({ uuid: walletUuid, address }) => {
      const at = timeIn(random, span);
      const administrator = random.pick(people);
      const wallet = {
        category: 'wallet_operation',
        resource: { type: 'wallet', identifier: address },
      } as const;
      const attempt = actOf(random, administrator, at, {
        ...wallet,
        action: 'wallet.backup_attempt',
        description: 'Private key backup started',
        status: 'partial',
      });
      const done = actOf(random, administrator, at + 40, {
        ...wallet,
        action: 'wallet.backup',
        description: 'Private key backed up',
        changes: { backups: { before: 0, after: 1 } },
      });
      return [
        { ...attempt, backup: { walletUuid, isDone: false } },
        { ...done, backup: { walletUuid, isDone: true } },
      ];
    });
}

export function createExport(
  random: RandomSource,
  administrator: SampleAdministrator,
  data: SampleData,
  at: number,
): SampleAct[] {
  const [of, noun, category] = random.pick(EXPORTED);
  const resource = { type: 'system', id: random.uuid(), identifier: of } as const;
  const rows = data[of].filter(({ createdAt }) => Date.parse(createdAt) <= at).length;
  return [
    actOf(random, administrator, at, {
      action: 'export.start',
      category,
      description: `${noun} export started`,
      resource,
      metadata: { of },
    }),
    actOf(random, administrator, at + 700 + rows * 2, {
      action: 'export.finish',
      category,
      description: `${noun} export finished`,
      resource,
      metadata: { of, rows },
    }),
  ];
}
