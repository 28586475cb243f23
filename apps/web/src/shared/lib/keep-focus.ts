/** How long the page must stay unchanged, because other code may move the focus first. */
const SETTLED_MS = 50;

/** Moves the focus to the nearest focusable ancestor when the focused element is removed or disabled. */
export function keepFocus(): void {
  /** Last focused element and its ancestors, innermost first. */
  let path: readonly Element[] = [];
  let timer: number | undefined;

  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : [];
  });
  document.addEventListener('focusout', () => {
    setTimeout(() => {
      const wasLeft = document.activeElement === document.body && canFocus(path[0]);
      path = wasLeft ? [] : path;
    });
  });

  function restore() {
    const [lost, ...ancestors] = path;
    const hasNoFocus = document.activeElement === document.body || document.activeElement === lost;
    if (lost && hasNoFocus && !canFocus(lost)) {
      findFocusable(ancestors)?.focus({ preventScroll: true });
    }
  }

  addEventListener('pagehide', () => window.clearTimeout(timer));
  new MutationObserver(() => {
    window.clearTimeout(timer);
    timer = window.setTimeout(restore, SETTLED_MS);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'open'],
  });
}

function pathOf(element: Element): readonly Element[] {
  const { parentElement } = element;
  return parentElement === null || element === document.body ? [] : [element, ...pathOf(parentElement)];
}

function canFocus(element: Element | undefined): boolean {
  return element?.isConnected === true && element.checkVisibility() && !element.matches(':disabled');
}

/** Returns the innermost focusable ancestor, the open dialog, or the main part of the page. */
function findFocusable(ancestors: readonly Element[]): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const ancestor = ancestors.find(
    (each) => each.hasAttribute('tabindex') && canFocus(each) && dialog?.contains(each) !== false,
  );
  const found = ancestor ?? dialog ?? document.querySelector('main');
  if (found instanceof HTMLElement) {
    found.tabIndex = found.hasAttribute('tabindex') ? found.tabIndex : -1;
    return found;
  }
  return undefined;
}
