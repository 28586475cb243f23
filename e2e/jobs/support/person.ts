import { expect, type Locator, type Page } from '@playwright/test';

/** Works with a page as a person does, and counts each click, key chord, typed word and paste. */
export class Person {
  readonly #page: Page;
  #interactions = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get interactions(): number {
    return this.#interactions;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#interactions += 1;
  }

  /** Sends a key, or several keys at once, such as `Control+k`. */
  async press(keys: string): Promise<void> {
    await this.#page.keyboard.press(keys);
    this.#interactions += 1;
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.#interactions += text.trim().split(/\s+/).length;
  }

  /** Pastes into the focused field. */
  async paste(text: string): Promise<void> {
    await this.#page.keyboard.insertText(text);
    this.#interactions += 1;
  }

  /** Opens a list of choices and picks one, which is two clicks. */
  async choose(list: Locator, option: string): Promise<void> {
    await list.selectOption(option);
    this.#interactions += 2;
  }

  /** Types a code or passphrase, which no screen can spare a person, and so does not count. */
  async typeSecret(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Opens the first record that "Go to" finds: three interactions. */
  async goTo(identifier: string): Promise<void> {
    await this.press('Control+k');
    const dialog = this.#page.getByRole('dialog', { name: 'Go to' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await this.paste(identifier);
    await expect(dialog.getByRole('group', { name: 'Exact matches' })).toBeVisible();
    await this.press('Enter');
    await expect(dialog).toBeHidden();
  }
}
