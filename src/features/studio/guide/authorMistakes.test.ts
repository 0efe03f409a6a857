import { describe, expect, it } from 'vitest'
import { authorMistakes } from './authorMistakes.ts'
import { messagesFor } from './messagesFor.ts'

/** The first message about each mistake, after the name of the file: line, level, label and place, what to do. */
const said: Readonly<Record<string, string>> = {
  'an empty file': '1: error: expected a form, such as { "name": "Permit", "children": [] }; the file is empty',
  'a comma after the last part': '5: error: (children): expected no comma before ]: remove this comma after the last one',
  'a forgotten comma': '2: error: (name): expected a comma after "name": "Ladder check"',
  'a bracket that is not closed': '6: error: expected ] for the [ of line 3; the file ends here',
  'curly quotes of a word processor': '4: error: (children[0]): these are curly quotes; write straight ones: "',
  'single quotes around a name': `2: error: expected double quotes: write "name" instead of 'name'`,
  'a comment': '4: error: (children): expected no comment, because JSON has none: remove it',
  'a text over two lines': '2: error: (name): expected a closing " for this text in the same line; a new line in a text is written \\n',
  'double quotes inside an expression': `5: error: "Why?" (children[1].visible): expected no " inside a text, because it ends the text before no: write ' instead`,
  'saved as Latin-1':
    '4: check: "N�mero on the ladder" (children[0].label): � is in place of a letter such as é or ñ: save the file again as UTF-8',
  'saved as UTF-16':
    '1: error: expected a text file in UTF-8; this looks like another kind of file, or UTF-16: choose UTF-8 when you save it',
  'a byte order mark, and a misspelt setting':
    '4: error: "Number on the ladder" (children[0].requierd): expected no "requierd" here; did you mean required?',
  'a setting twice': '4: check: "Ladder" (children[0].label): "label" is here twice, and the last one counts: remove one',
  'fields instead of children':
    '3: error: (fields): expected no "fields" here; did you mean children, or subform for the fields of an item? For example "children": [{ "type": "text", "attribute": "ladder", "label": "Ladder" }]',
  'the type text_input':
    '4: error: "Number on the ladder" (children[0].type): expected a type that this version knows instead of "text_input"; did you mean text?',
  'the type select_one':
    '4: error: "Number on the ladder" (children[0].type): expected a type that this version knows instead of "select_one"; did you mean valueenum?',
  'the type number':
    '4: error: "Number on the ladder" (children[0].type): expected a type that this version knows instead of "number"; did you mean text with "number": true?',
  'the setting mandatory': '4: error: "Number on the ladder" (children[0].mandatory): expected no "mandatory" here; did you mean required?',
  'label instead of name for a choice':
    '4: error: "Is it safe?" (children[0].options[0].label): expected no "label" here; did you mean name? For example "name": "Yes"',
  'children instead of subform':
    '4: error: "People" (children[0].children): expected no "children" here; did you mean subform? For example "subform": [{ "type": "text", "attribute": "name", "label": "Name" }]',
  'a film by its source':
    '4: error: "The film" (children[0].source): expected no "source" here; did you mean uri? For example "uri": { "link": "/media/film.mp4", "target": 0.9 }',
  'the level danger':
    '4: error: "Stop" (children[0].level): expected one of error, warning, info, success instead of "danger"; did you mean error?',
  'a question without a type':
    '4: error: "Number on the ladder" (children[0].type): expected a type that this version knows; it is missing, for example "type": "text"; common ones are text, valueenum, checklist, toggle, date, attachments, signature, info, calculated, group, save, and the guide shows all 59',
  'a number in quotes': '4: error: "Height" (children[0].min): expected a number instead of "1"; write 1 without quotes',
  'limits without "number": true':
    '4: check: "Height" (children[0].min): min counts only for a number: add "number": true; the longest text is maxLength',
  'a min above the max': '4: error: "Height" (children[0].max): expected at least 10, which is the min; did you mean "min": 5, "max": 10?',
  'an attribute with a space':
    '4: error: "Number on the ladder" (children[0].attribute): expected a name such as worker_count or model.hours instead of "ladder number"; did you mean ladder_number?',
  'an attribute twice':
    '5: error: "Day" (children[1].attribute): expected an attribute of its own; "ladder" is already the attribute of "Number on the ladder" (children[0]); another name is free, for example ladder_2',
  'choices as one text':
    '4: error: "Is it safe?" (children[0].options): expected a list instead of "Yes, No", for example "options": ["Yes", "No"]',
  'choices as an object':
    '4: error: "Is it safe?" (children[0].options): expected a list instead of an object, for example "options": ["Yes", "No"]',
  'no choices':
    '4: error: "Is it safe?" (children[0]): expected options, or an optionSet, lookup or optionsPath to take them from, for example "options": ["Yes", "No"]',
  'two choices with the same value':
    '4: error: "Is it safe?" (children[0].options[1]): expected a value of its own; "y" is already the value of options[0]; without a value the name counts',
  'a start value that no choice has': '4: check: "Is it safe?" (children[0].default): "Maybe" is none of the choices: "Yes", "No"',
  'a start value without braces':
    '4: check: "Day" (children[0].default): The answer begins with the text today() itself; did you mean {{today()}}?',
  'a day in another order':
    '4: check: "Day" (children[0].min): "01.02.2026" is no day, so it limits nothing: write it as yyyy-MM-dd, for example 2026-03-14',
  'a limit that moves with the calendar':
    '4: check: "Day" (children[0].max): max is a fixed day such as 2026-03-14; for a limit that moves write a rule: { "type": "validation", "field": "day", "valid": "day <= today()", "message": "This day is in the future" }',
  'required as a word':
    '4: check: "Number on the ladder" (children[0].required): No field of this form has the attribute yes; did you mean true, without quotes?',
  'a misspelt attribute': '5: check: "Why?" (children[1].visible): No field of this form has the attribute saef; did you mean safe?',
  'a text without quotes': `5: check: "Why?" (children[1].visible): No field of this form has the attribute No; a text needs quotes: safe = 'no'`,
  'the text of a choice instead of its value': `5: check: "Why?" (children[1].visible): safe is never 'No': its values are 'yes', 'no'; did you mean 'no'?`,
  'braces in an expression': `5: error: "Why?" (children[1].visible): expected a name, a value or an operator instead of "{"; braces are for texts, an expression has the attribute alone (character 1 of "{{safe}} = 'no'")`,
  'the label in an expression': `5: error: "Why?" (children[1].visible): expected an operator or the end instead of "it"; a text needs single quotes, and a question has the name in its attribute (character 4 of "Is it safe? = 'no'")`,
  'a part that hides itself':
    '4: check: "Why?" (children[0].visible): reason decides whether it is shown itself: without an answer it never appears.',
  'two calculations that read each other':
    '4: error: "Load" (children[0].value): expected no circle: load → total → load; one of them must not read the next',
  'a function of a spreadsheet':
    '5: error: "Result" (children[1].value): expected a function instead of "COUNTIF"; did you mean countWhere(list, attribute, value) or countWhere(list, attribute, [value, value])? (character 1 of "COUNTIF(people, 3)")',
  'too few values for a function':
    '4: error: "Result" (children[0].value): expected 2 values for addDays instead of 1: addDays(date, days) (character 1 of "addDays(7)")',
  'a bracket that is not closed in an expression':
    '4: error: "Result" (children[0].value): expected ")" after the values of addDays instead of the end: addDays(date, days) (character 19 of "addDays(today(), 7")',
  'a sum of texts':
    '5: check: "Result" (children[1].value): + joins here, because ladder is a text: "1" + 2 is "12". To add, write number(ladder).',
  'a question of a list, read outside': `5: check: "Result" (children[1].value): No field of this form has the attribute hours; it is a question of the list people: sum(people, 'hours'), count(people, 'hours', value) or item(people, 1, 'hours') reads it`,
  'a condition as text for count': `5: check: "Result" (children[1].value): The list people has no question 'role = 1'. To count with a condition, write countWhere(people, 'role', 'the answer').`,
  'today without brackets': '5: check: "day" (children[1].valid): No field of this form has the attribute today; did you mean today()?',
  'a rule for a field that is not there':
    '5: error: "lader" (children[1].field): expected the attribute of a field of this form instead of "lader"; did you mean ladder?',
  'a rule without a message':
    '5: check: "ladder" (children[1].message): People read only the label and " Required": say in message what to do, for example "message": "Enter 30 or less"',
  'a pattern that looks ahead': `5: check: "ladder" (children[1].valid): The pattern of match never fits: expected no (? here: only ( | ) is known, without looking ahead or behind (character 2 of the pattern). For example, '[A-Z]{2}-\\d{4}' fits AB-1234.`,
  'a pattern that is not closed': `5: check: "ladder" (children[1].valid): The pattern of match never fits: expected a closing ] (character 1 of the pattern). For example, '[A-Z]{2}-\\d{4}' fits AB-1234.`,
  'single braces in a text':
    '5: check: "Ladder {ladder} is closed" (children[1].text): {ladder} is shown as it is; did you mean {{ladder}}?',
  'braces that are not closed':
    '5: error: "Ladder {{ladder is closed" (children[1].text): expected }} after the placeholder, for example {{ladder}} (character 8 of "Ladder {{ladder is closed")',
  'a misspelt list': '4: check: "Lead" (children[0].lookup): No project has a list with the name emploees; did you mean employees?',
  'a column that the list does not have':
    '5: check: "Result" (children[1].value): The list machines has no column serial; did you mean serial_no?',
  'a form without a save button':
    '3: check: (children): People can answer, but not send: add { "type": "save", "label": "Send" } at the end.',
  'a recipient as a word':
    '3: error: (saved.messages[0].recipients[0]): expected an object { … } instead of "manager", for example { "role": "manager" }',
  'an unknown language':
    '3: error: (translations.de): expected no "de" here; the languages are en-au, es, pt, and the texts of the form itself are English, for example "es": { "Send": "Enviar" }',
  'a text without a translation': '5: note: "Number on the ladder" (children[0].label): No translation for es: "Number on the ladder"',
  'a translation of another text': '5: note: "Send" (children[0].label): No translation for es: "Send"',
}

/** About the text of the file as a whole: there is no part with a place. */
const ofFile: ReadonlySet<string> = new Set([
  'an empty file',
  'a bracket that is not closed',
  'single quotes around a name',
  'saved as UTF-16',
])
const place = /^ladder-check\.form\.json:\d+: (?:error|check|note): (?:"[^(]+" )?\([^)]+\): /

describe('the checker about mistakes of authors', () => {
  it.each(authorMistakes.map((mistake) => [mistake.mistake, mistake] as const))('%s', (name, mistake) => {
    const [first = ''] = messagesFor(mistake)
    expect(first).toBe(`ladder-check.form.json:${said[name]}`)
    if (!ofFile.has(name)) expect(first).toMatch(place)
  })

  it('are all in the table', () => {
    expect(authorMistakes.map(({ mistake }) => mistake)).toEqual(Object.keys(said))
    expect(authorMistakes.length).toBeGreaterThanOrEqual(40)
  })
})
