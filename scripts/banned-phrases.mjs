/**
 * Phrases that `npm run check` rejects in prose, and their replacements.
 * @type {readonly { phrase: RegExp, instead: string }[]}
 */
export const BANNED_PHRASES = [
  { phrase: /\b(?:anew|of late|in vain|once more)\b/i, instead: 'again, recently, without effect' },
  { phrase: /\b(?:whoever|whomever)\b/i, instead: 'anyone who, the user, the caller' },
  {
    phrase: /\b(?:lest|thereof|therein|whence|hence|wherein|herein)\b/i,
    instead: 'so that … does not, so, in it',
  },
  {
    phrase: /\b(?:all|everything|nothing|nobody|none|anything) but\b|, but for\b/i,
    instead: 'except, only',
  },
  { phrase: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { phrase: /\b(?:is|are|was|were|be) told\b|\btells? (?:of|from)\b/i, instead: 'gets, receives, reports' },
  { phrase: /\bsays? so\b|\bspeaks? up\b|\bsaid of\b|\bspoken of\b/i, instead: 'shows, reports, logs' },
  { phrase: /\b(?:makes?|gives?) way\b|\bstands? in (?:for|the way)\b/i, instead: 'is replaced by, blocks' },
  { phrase: /\b(?:of|for) whom\b|\bby whomever\b/i, instead: 'a relative clause with who' },
  {
    phrase:
      /\bnobody (?:is|can|may|must|has|knows)\b|\bnothing (?:is|has|comes|goes) (?:asked|known|read|kept)\b/i,
    instead: 'what happens, not what does not',
  },
  { phrase: /\b(?:handed out|wrapped anew|given back)\b/i, instead: 'released, re-wrapped, returned' },
  {
    phrase: /\b(?:is|are|was|were|be|been) drawn\b|\bdraws? (?:a|the) (?:screen|list|page|row)/i,
    instead: 'rendered',
  },
  { phrase: /\b(?:a|the) press\b|(?<!key )\bpresses\b/i, instead: 'click, key press' },
  { phrase: /\b(?:read|fetch|ask)(?:s|ed|ing)? ahead\b|\bwarm(?:s|ed|ing)? up\b/i, instead: 'prefetch' },
  { phrase: /\bcould not be (?:loaded|read|fetched)\b/i, instead: "Couldn't load …" },
];
