import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepestExpression, ExpressionError, longestExpression, parseExpression, type Scope, truthy } from './expression.ts'
import { allFunctions } from './functions/allFunctions.ts'
import { scopeOf } from './template.ts'

const model = {
  hours: 7.5,
  rate: '40',
  visitor: true,
  name: 'Ana Silva',
  notes: '',
  trade: 'Rigger',
  start: '06:45',
  end: '15:15',
  day: '2024-02-28',
  site: { name: 'North', crew: { lead: 'Bo' } },
  staff: [
    { name: 'Ana', hours: 8, present: true },
    { name: 'Bo', hours: '4.5', present: false },
    { name: 'Cy', hours: null, present: true },
  ],
  days: ['Mon', 'Tue'],
}
const scope: Scope = (name) => (name === 'today()' ? '2024-06-03' : scopeOf(model)(name))
const value = (source: string) => parseExpression(source).evaluate(scope)
const trouble = (source: string): ExpressionError => {
  try {
    parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return error
  }
  throw new Error(`${source} was read without complaint`)
}

describe('what an author can write', () => {
  it.each([
    ['hours > 4 and visitor', true],
    ['hours > 4 && !visitor', false],
    ['hours < 4 or not visitor || trade = "Rigger"', true],
    ['hours = 7.5', true],
    ["rate == 40 and rate = '40'", true],
    ['trade <> "Welder" and trade != \'Painter\'', true],
    ["trade in ['Rigger', 'Welder']", true],
    ["trade not in ['Rigger', 'Welder']", false],
    ["days contains 'Tue'", true],
    ["name contains 'Sil'", true],
    ["'Sil' in name", true],
    ['site.crew.lead', 'Bo'],
    ['staff.1.name', 'Bo'],
    ['hours * rate', 300],
    ['2 + 3 * 4 - 6 / 2', 11],
    ['(2 + 3) * 4', 20],
    ['-hours + 8', 0.5],
    ['7 % 4', 3],
    ['0.1 + 0.2', 0.3],
    ["trade + ' ' + hours", 'Rigger 7.5'],
    ["'0' + '2'", '02'],
    ["'0' + 2 + ':15'", '02:15'],
    ['hours + rate', '7.540'],
    ['hours + number(rate)', 47.5],
    ["nowhere + 'x'", 'x'],
    ['hours + nowhere', 7.5],
    ["hours < 4 ? 'short' : hours < 8 ? 'full' : 'long'", 'full'],
    ["if(visitor, 'Visitor', 'Staff')", 'Visitor'],
    ["if(hours > 9, 'late')", null],
    ['len(name)', 9],
    ['len(staff)', 3],
    ['count(staff)', 3],
    ["count(staff, 'present')", 2],
    ["count(staff, 'name', 'Bo')", 1],
    ["sum(staff, 'hours')", 12.5],
    ['sum(1, hours, rate)', 48.5],
    ["average(staff, 'hours')", 6.25],
    ["max(staff, 'hours')", 8],
    ["min(staff, 'hours')", 4.5],
    ["min('2024-05-01', '2024-03-01')", '2024-03-01'],
    ["some(staff, 'present')", true],
    ["every(staff, 'present')", false],
    ["every(staff, 'name')", true],
    ["join(staff, ' / ', 'name')", 'Ana / Bo / Cy'],
    ['empty(notes) and empty([]) and not empty(name)', true],
    ["coalesce(notes, nowhere, 'none')", 'none'],
    ["startsWith(name, 'Ana') and endsWith(name, 'Silva')", true],
    ["upper('ab') + lower('CD') + trim('  e ')", 'ABcde'],
    ['round(7.456, 1)', 7.5],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['floor(7.9) + ceil(7.1) + abs(-1)', 16],
    ["number('12.5') + 1", 13.5],
    ['today()', '2024-06-03'],
    ['addDays(day, 2)', '2024-03-01'],
    ["daysBetween(day, '2024-03-01')", 2],
    ['weekday(day)', 'Wed'],
    ['year(day)', 2024],
    ['hours(start, end)', 8.5],
    ["hours('22:00', '06:00')", 8],
    ["minutes('1.5 hours') + minutes('45 mins')", 135],
    ["'it\\'s' = \"it's\"", true],
  ])('%s', (source, wanted) => {
    expect(value(source)).toEqual(wanted)
  })

  it('binds tighter from or to and to not to compare to plus to times', () => {
    expect(value('true or false and false')).toBe(true)
    expect(value('not visitor = false')).toBe(true)
    expect(value('!visitor = false and visitor = !false and visitor = not false')).toBe(true)
    expect(value('1 + 1 = 2 and 2 * 3 > 5')).toBe(true)
  })

  it('compares dates and times by their order', () => {
    expect(value("day < '2024-03-01' and start < end and end < '15:30'")).toBe(true)
  })

  it('works only on what it needs: the other branch and the rest of an and are not looked at', () => {
    const asked: string[] = []
    const watch: Scope = (name) => {
      asked.push(name)
      return name === 'yes'
    }
    parseExpression('yes ? a : b').evaluate(watch)
    parseExpression('no and c').evaluate(watch)
    parseExpression('if(yes, d, e)').evaluate(watch)
    expect(asked).toEqual(['yes', 'a', 'no', 'yes', 'd'])
  })
})

describe('a comparison with an empty answer is empty', () => {
  it.each([
    ['risk < 4', null],
    ['not (risk < 4)', null],
    ['!(risk < 4)', null],
    ['risk != 4', null],
    ["trade = 'Rigger' and risk < 4", null],
    ["trade = 'Welder' and risk < 4", false],
    ["trade = 'Rigger' or risk < 4", true],
    ["trade = 'Welder' or risk < 4", null],
    ["risk < 4 ? 'LOW' : 'HIGH'", null],
    ["if(risk < 4, 'LOW', 'HIGH')", null],
    ["coalesce(risk < 4, 'not rated')", 'not rated'],
    ["risk in ['a']", null],
    ["risk not in ['a']", null],
    ["risk contains 'a'", false],
    ["risk = '' and risk = null and trade != ''", true],
    ["risk != null or trade = ''", false],
    ['not risk', true],
    ["risk ? 'yes' : 'no'", 'no'],
  ])('%s', (source, wanted) => {
    expect(value(source)).toEqual(wanted)
  })
})

describe('wrong types give nothing or false, never an error', () => {
  it.each([
    ['nowhere > 3', null],
    ['nowhere <= 3', null],
    ['name > 3', false],
    ['staff > 3', false],
    ["nowhere = '' and nowhere = null and notes = null", true],
    ['visitor = nowhere', null],
    ['name * 2', null],
    ['hours / 0', null],
    ['hours % 0', null],
    ['nowhere + 5', 5],
    ['nowhere + nowhere', null],
    ['staff - 1', null],
    ["number('seven')", null],
    ["addDays('2024-13-45', 1)", null],
    ["daysBetween('soon', day)", null],
    ["hours('25:00')", null],
    ['len(nowhere)', 0],
    ['sum(nowhere)', 0],
    ["count(name, 'x')", 0],
    ['nowhere.deep.down', undefined],
    ['name.constructor', undefined],
    ['site.__proto__', undefined],
    ['hours in staff', false],
    ['nowhere in name', null],
    ['1e999', null],
  ])('%s', (source, wanted) => {
    expect(value(source)).toEqual(wanted)
  })

  it('takes nothing, false, 0 and the empty list as false and all else as true', () => {
    expect([undefined, null, '', false, 0, Number.NaN, []].some(truthy)).toBe(false)
    expect(['0', 'no', 1, -1, [0], {}].every(truthy)).toBe(true)
  })
})

describe('the error shows an author what was expected, and where', () => {
  it.each([
    ['', 'expected an expression such as worker_count > 0', 0],
    ['hours >', 'expected a name or a value instead of the end', 7],
    ['hours > 3 and', 'expected a name or a value instead of the end', 13],
    ['(hours > 3', 'expected ")" after what stands in the parentheses instead of the end', 10],
    ['hours > 3)', 'expected an operator or the end instead of ")"', 9],
    ['1 < hours < 5', 'expected an operator or the end instead of "<"; join two comparisons with "and"', 10],
    ["trade = 'Rigger", "expected a closing ' for the text", 8],
    ['hours & 3', 'expected a name, a value or an operator instead of "&"; "and" is written and or &&', 6],
    ['3 hours', 'expected an operator or the end instead of "hours"', 2],
    ['3hours', 'expected a number such as 12 or 7.5; a name begins with a letter', 0],
    ['cuont(staff)', 'expected a function instead of "cuont"', 0],
    ['visitor ? 1', 'expected ":" and what holds otherwise instead of the end', 11],
    ['[1, 2', 'expected "]" after the items of the list instead of the end', 5],
    ['hours + and', 'expected a name or a value instead of "and"', 8],
    ['hours; alert(1)', 'expected a name, a value or an operator instead of ";"', 5],
  ])('%s', (source, message, at) => {
    expect(trouble(source)).toMatchObject({ message, at })
  })

  it('says how many values a function takes', () => {
    expect(trouble('round()').message).toBe('expected 1 to 2 values for round instead of 0')
  })
})

describe('a hostile settings file does no harm', () => {
  it('FE-275 has no way to run code: no calls on values, no properties of the language', () => {
    for (const source of ['constructor("x")', 'name.length()', 'eval("1")', 'a => a', 'a = b = c', '`x`', 'this["x"]']) {
      expect(() => parseExpression(source)).toThrow(ExpressionError)
    }
    expect(parseExpression('constructor').evaluate(scopeOf({}))).toBeUndefined()
    expect(parseExpression('toString').evaluate(scopeOf({}))).toBeUndefined()
  })

  it('refuses what is too long or too deep', () => {
    expect(trouble(`${'a+'.repeat(longestExpression)}a`).message).toContain('at most 4000 characters')
    expect(trouble('('.repeat(2000)).message).toContain(`at most ${deepestExpression} levels`)
    expect(trouble('not '.repeat(900)).message).toContain('levels of nesting')
    expect(trouble('-'.repeat(3000)).message).toContain('levels of nesting')
    expect(trouble('a?'.repeat(1000)).message).toContain('levels of nesting')
  })

  it('reads a long flat chain', () => {
    const source = Array.from({ length: 800 }, () => 'a').join('+')
    expect(parseExpression(source).evaluate(() => 1)).toBe(800)
  })

  it('keeps results within bounds', () => {
    const long = 'x'.repeat(90_000)
    expect(parseExpression(Array.from({ length: 50 }, () => 'a').join('+')).evaluate(() => long)).toHaveLength(100_000)
  })
})

/** Valid expressions with every operator and function. */
const names = ['a', 'b', 'c.d', 'list', 'staff.0.hours']
const sources = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...names, '1', '0', '2.5', "'x'", "'2024-02-29'", "'07:30'", 'true', 'false', 'null', '[]'),
    fc
      .tuple(
        tie('tree'),
        fc.constantFrom('+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'and', 'or'),
        tie('tree'),
      )
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([is, yes, no]) => `(${is} ? ${yes} : ${no})`),
    tie('tree').map((inner) => `not (${inner})`),
    tie('tree').map((inner) => `-(${inner})`),
    fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .constantFrom(...Object.entries(allFunctions))
      .chain(([name, { least, most }]) =>
        fc.array(tie('tree'), { minLength: least, maxLength: Math.min(most, least + 2) }).map((values) => `${name}(${values.join(', ')})`),
      ),
  ),
})).tree
const things = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.constantFrom(undefined, Number.NaN, Infinity, '2024-01-31', '23:59', '3 hours', -0),
)

describe('for every way to write a text and every stored value', () => {
  it('evaluating never throws', () => {
    fc.assert(
      fc.property(sources, fc.array(things, { minLength: 5, maxLength: 5 }), (source, held) => {
        const known = new Map(names.map((name, index) => [name, held[index]]))
        expect(() => parseExpression(source).evaluate((name) => known.get(name))).not.toThrow()
      }),
      { numRuns: 400 },
    )
  })

  it('reading either gives an expression or says what was expected', () => {
    const scraps = fc.array(
      fc.oneof(
        fc.constantFrom(
          'a',
          '(',
          ')',
          '[',
          ']',
          ',',
          '?',
          ':',
          'and',
          'not',
          'in',
          '=',
          '<',
          '+',
          '-',
          '!',
          "'",
          '"',
          '\\',
          '1',
          '.',
          ' ',
          'sum',
        ),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(scraps, (parts) => {
        const source = parts.join('')
        let said: unknown
        try {
          parseExpression(source).evaluate(() => 'x')
        } catch (error) {
          said = error
        }
        expect(said === undefined || said instanceof ExpressionError).toBe(true)
        const { message, at } = (said as ExpressionError | undefined) ?? { message: 'expected nothing', at: 0 }
        expect(message).toMatch(/^expected /)
        expect(at).toBeLessThanOrEqual(source.length)
      }),
      { numRuns: 600 },
    )
  })

  it('the result depends on the names in its list and on no other', () => {
    fc.assert(
      fc.property(
        sources,
        fc.array(things, { minLength: 5, maxLength: 5 }),
        fc.array(things, { minLength: 5, maxLength: 5 }),
        (source, held, others) => {
          const expression = parseExpression(source)
          const depends = new Set(expression.dependencies)
          const at = (index: number, changed: boolean): unknown =>
            changed && !depends.has(names[index] as string) ? others[index] : held[index]
          const result = (changed: boolean) =>
            expression.evaluate((name) => (name === 'today()' ? '2024-01-01' : at(names.indexOf(name), changed)))
          expect(result(true)).toEqual(result(false))
        },
      ),
      { numRuns: 300 },
    )
  })
})
