// happy-dom has no popovers. That one stands over everything else shows in a real browser only.
HTMLElement.prototype.showPopover ??= () => undefined;
