import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { includeDeleted, instant, pageQuery, search, totalCount, uuid } from './fields.ts';

export const user = z.object({
  uuid,
  name: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  merchantCount: z.int().min(0),
  createdAt: instant,
  blockedAt: instant.nullable(),
  blockedReason: z.string().nullable(),
});
export type User = z.infer<typeof user>;

export const userPage = z.object({ users: z.array(user), totalCount });
export type UserPage = z.infer<typeof userPage>;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: `${ADMIN_API}/users`,
  summary: 'Users, newest first; the search looks into name and e-mail.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ ...pageQuery, search, includeDeleted }),
  answer: userPage,
});
