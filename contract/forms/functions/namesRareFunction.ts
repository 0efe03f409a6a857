/** The names of rareFunctions.ts; this module is part of every form, that one is not. */
const call =
  /\b(?:match|dateText|timeText|addMinutes|countWhere|sumWhere|item|lookup|average|startsWith|endsWith|floor|ceil|abs|addDays|daysBetween|weekday|year|minutes|hours)\s*\(/

/** Whether an expression among these settings calls a function that is loaded on demand. */
export const namesRareFunction = (settings: unknown): boolean => call.test(JSON.stringify(settings) ?? '')
