/** Base URLs of links. They never come from a request. */
export interface MailLinks {
  /** The product's URL without a trailing slash. */
  readonly publicUrl: string;
  /** Contains `{token}`; undefined for a page of `publicUrl`. */
  readonly inviteUrl: string | undefined;
}

export function linkTo(
  { publicUrl }: MailLinks,
  path: `/${string}`,
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams(query).toString();
  return `${publicUrl}${path}${parameters === '' ? '' : `?${parameters}`}`;
}

export function invitationLink({ publicUrl, inviteUrl }: MailLinks, token: string): string {
  const template = inviteUrl ?? `${publicUrl}/invite?token={token}`;
  return template.replaceAll('{token}', () => encodeURIComponent(token));
}
