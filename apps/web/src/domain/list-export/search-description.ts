/** What a search narrows a list down to, to follow the list's noun; undefined without a search. */
export function searchDescription(where: string, search: string | undefined): string | undefined {
  return search ? `whose ${where} contains “${search}”` : undefined;
}
