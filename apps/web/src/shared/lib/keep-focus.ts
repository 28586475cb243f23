let isKept = false;

/**
 * Moves the focus to the nearest focusable ancestor when the focused element is removed or disabled. Keyboards and
 * screen readers then continue from there instead of from the top of the page.
 */
export function keepFocus(): void {
  if (isKept) {
    return;
  }
  isKept = true;
  /** The element that had the focus and its ancestors, innermost first. */
  let places = document.activeElement ? placesOf(document.activeElement) : [];

  document.addEventListener('focusin', ({ target }) => {
    places = target instanceof Element ? placesOf(target) : [];
  });
  document.addEventListener('focusout', ({ target }) => {
    setTimeout(() => {
      const isLeft = document.activeElement === document.body && target === places[0] && canHold(places[0]);
      places = isLeft ? [] : places;
    });
  });
  let isToBeLookedFor = false;
  let hasChangedSince = false;
  new MutationObserver(() => {
    hasChangedSince = true;
    if (!isToBeLookedFor) {
      lookSoon();
    }
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'open'],
  });

  /** Waits for a frame: other code may set the focus first, and checking visibility earlier forces a layout. */
  function lookSoon() {
    isToBeLookedFor = true;
    hasChangedSince = false;
    requestAnimationFrame(() => setTimeout(lookForIt));
  }

  function lookForIt() {
    if (hasChangedSince) {
      // It may have been taken away a moment ago only.
      lookSoon();
      return;
    }
    isToBeLookedFor = false;
    if (isLost(places[0])) {
      refuge(places.slice(1))?.focus({ preventScroll: true });
    }
  }
}

function placesOf(element: Element): readonly Element[] {
  const places: Element[] = [];
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    places.push(place);
  }
  return places;
}

function isLost(holder: Element | undefined): boolean {
  const { activeElement } = document;
  const isNowhere = activeElement === document.body || activeElement === holder;
  return holder !== undefined && isNowhere && !canHold(holder);
}

function canHold(element: Element | undefined): boolean {
  return element?.isConnected === true && isDrawn(element) && !element.matches(':disabled');
}

function isDrawn(element: Element): boolean {
  return 'checkVisibility' in element ? element.checkVisibility() : true;
}

/** The innermost focusable ancestor, otherwise the open dialog or the main part of the page. */
function refuge(places: readonly Element[]): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const around = places.find(
    (place) => place.hasAttribute('tabindex') && canHold(place) && dialog?.contains(place) !== false,
  );
  const found = around ?? dialog ?? document.querySelector('main');
  if (found instanceof HTMLElement) {
    found.tabIndex = found.hasAttribute('tabindex') ? found.tabIndex : -1;
    return found;
  }
  return undefined;
}
