import type { Answer, Sending } from './caller.ts';
import { type Known, PLAUSIBLE, type Route } from './contract-samples.ts';
import { connectPlatform, feedUser, idsOf, type Platform } from './platform.ts';
import type { Replica, Stage } from './stage.ts';
import { sendAsNeeded } from './staged-callers.ts';

export type SendTo = (route: Route, path: string, sending?: Sending) => Promise<Answer>;

/** Sends each call to a process without rate limits, with the session or key that its route needs. */
export async function openSender(stage: Stage): Promise<{
  readonly sendTo: SendTo;
  readonly platform: Platform;
  readonly known: Known;
  readonly on: Replica;
}> {
  const on = await stage.unlimited();
  const platform = await connectPlatform(stage, { on });
  const fed = await feedUser(platform);
  const wallet = await stage.newWallet();
  const send = sendAsNeeded(stage, on);
  return {
    on,
    platform,
    known: {
      ...PLAUSIBLE,
      ...fed,
      walletUuid: wallet.uuid,
      wallets: wallet.id,
      ...idsOf(fed),
    },
    sendTo: async ({ endpoint: { access, method } }, path, sending) =>
      access.kind === 'service_key'
        ? await platform.send(method, path, sending)
        : await send(access, method, path, sending),
  };
}
