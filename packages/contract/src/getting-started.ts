import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';

/** First steps of a new installation, and whether each is done. */
export const gettingStarted = z.object({
  secondAdministrator: z.boolean().describe('At least two administrators are active.'),
  serviceKey: z.boolean().describe('The platform feed has an active key.'),
  firstBatch: z.boolean().describe('The platform has sent users or merchants.'),
  mail: z.boolean().describe('Mail is sent over SMTP, and the last one was delivered.'),
  backupCodes: z.boolean().describe('The caller has more than 3 unused backup codes.'),
});
export type GettingStarted = z.infer<typeof gettingStarted>;

export const readGettingStarted = endpoint({
  name: 'readGettingStarted',
  method: 'GET',
  path: `${ADMIN_API}/getting-started`,
  summary: 'Returns which first steps of a new installation are done.',
  access: ACCESS_ADMINISTRATOR,
  answer: gettingStarted,
});
