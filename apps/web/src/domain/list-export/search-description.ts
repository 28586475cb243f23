/** Describes a search, to follow the list's noun. Undefined without a search. */
export function searchDescription(where: string, search: string | undefined): string | undefined {
  return search ? `whose ${where} contains “${search}”` : undefined;
}
