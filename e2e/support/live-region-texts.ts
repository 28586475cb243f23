import type { Page } from '@playwright/test';

/** Returns the texts of a dialog's live regions, as screen readers get them. */
export async function liveRegionTexts(page: Page, dialog: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();

  type Node = (typeof nodes)[number];
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lineage = (node: Node): Node[] => {
    const parent = byId.get(node.parentId ?? '');
    return parent ? [node, ...lineage(parent)] : [node];
  };
  const isLive = ({ properties = [] }: Node) =>
    properties.some(({ name, value }) => name === 'live' && value.value === 'polite');
  const isDialog = ({ role, name }: Node) => role?.value === 'dialog' && name?.value === dialog;
  return nodes
    .filter((node) => node.role?.value === 'StaticText')
    .filter((node) => lineage(node).some(isLive) && lineage(node).some(isDialog))
    .map(({ name }) => String(name?.value));
}
