/** Where links lead. No request has a say in it. */
export interface MailLinks {
  /** Where the product is reached, without a slash at the end. */
  readonly publicUrl: string;
  /** With `{token}` in it; undefined for a page of `publicUrl`. */
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
