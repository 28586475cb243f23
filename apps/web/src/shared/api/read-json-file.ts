/** Fetches a JSON file of this site. Returns undefined if it is missing or invalid. */
export async function readJsonFile(path: string): Promise<unknown> {
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
