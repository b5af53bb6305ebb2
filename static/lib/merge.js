// Two phones changed one entry: what each of them changed apart from the other is put together.
import { LIMIT, changes } from "./history.js";

/** A block of a layout, or what stands between two of them. */
export const BLOCKS = /[ /]|[^ /]{2}/g;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What both made of a part of an entry; undefined if both changed it, and not alike. */
function either(base, mine, theirs) {
  if (same(mine, base) || same(mine, theirs)) return theirs;
  return same(theirs, base) ? mine : undefined;
}

/**
 * Two texts made of one base, put together cell by cell; null if they have different shapes.
 *
 * @param {RegExp} cells a cell or what stands between two
 * @returns {?{mine: string, theirs: string, clashes: number}} two texts: they differ in the cells
 *   that both changed, and have this phone's or the other's there
 */
export function mergeTexts(base, mine, theirs, cells) {
  const [was, own, other] = [base, mine, theirs].map((text) => text.match(cells) ?? []);
  if (was.length !== own.length || was.length !== other.length) return null;
  if (was.some((part, index) => part.length === 1 && (own[index] !== part || other[index] !== part))) return null;
  const parts = was.map((part, index) => either(part, own[index], other[index]));
  return {
    mine: parts.map((part, index) => part ?? own[index]).join(""),
    theirs: parts.map((part, index) => part ?? other[index]).join(""),
    clashes: parts.filter((part) => part === undefined).length,
  };
}

/**
 * Two states of an entry put together, what this phone did on top of what the other did.
 *
 * @returns {?{mine: object, theirs: object, clashes: number}} null if that cannot be told apart
 */
export function mergeStates(base, mine, theirs, cells) {
  const layout = mergeTexts(base.layout, mine.layout, theirs.layout, cells);
  const laid = either(base.laid ?? null, mine.laid ?? null, theirs.laid ?? null);
  if (!layout || laid === undefined) return null;
  const kept = { doubts: doubts(base, mine, theirs), ...(laid && { laid }) };
  const steps = theirs.history.slice(0, theirs.cursor + 1);
  for (const [title, text] of changes(base.history, mine.history.slice(0, mine.cursor + 1)).steps) {
    const [own, ...lies] = text.split("|"), merged = mergeTexts(base.layout, own, theirs.layout, cells);
    if (title && merged) steps.push([title, [merged.mine, ...lies].join("|")]);
  }
  const history = steps.slice(-LIMIT), cursor = Math.max(0, history.length - 1);
  return {
    mine: { ...mine, ...kept, layout: layout.mine, history, cursor },
    theirs: { ...theirs, ...kept, layout: layout.theirs },
    clashes: layout.clashes,
  };
}

/** Blocks in doubt that nobody has looked at yet. */
function doubts(base, mine, theirs) {
  const has = (state, doubt) => state.doubts.some((other) => same(other, doubt));
  return [
    ...mine.doubts.filter((doubt) => has(theirs, doubt) || !has(base, doubt)),
    ...theirs.doubts.filter((doubt) => !has(base, doubt) && !has(mine, doubt)),
  ];
}
