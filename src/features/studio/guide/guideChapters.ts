import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { listExample } from './listExample.ts'

/** A sentence, a part of a form file as an author writes it, or another file beside it. */
export type GuidePart =
  | { readonly text: MessageDescriptor }
  | { readonly code: string }
  | { readonly file: string; readonly content: string }

export interface GuideChapter {
  readonly id: string
  readonly title: MessageDescriptor
  readonly parts: readonly GuidePart[]
}

/** The chapters before the reference. Code is not translated; a test publishes each part of it. */
export const guideChapters: readonly GuideChapter[] = [
  {
    id: 'start',
    title: msg`A form in five minutes`,
    parts: [
      { text: msg`Open Form studio, press New form, choose a template or an empty form, and change it while you see it live.` },
      {
        text: msg`A form is one file: a name, and a list of parts. Each question has an attribute: the name of its answer in the record. Do not change it later, because older records keep the old name.`,
      },
      {
        code: `{
  "name": "Ladder check",
  "recordTitle": "{{ladder}}",
  "children": [
    { "type": "text", "attribute": "ladder", "label": "Number on the ladder", "required": true },
    {
      "type": "valueenum",
      "attribute": "safe",
      "label": "Is it safe?",
      "display": "buttons",
      "required": true,
      "options": [
        { "name": "Yes", "value": "yes", "status": "yes" },
        { "name": "No", "value": "no", "status": "no" }
      ]
    },
    {
      "type": "attachments",
      "attribute": "photos",
      "label": "Photos of the damage",
      "accept": "photos",
      "visible": "safe = 'no'",
      "required": true
    },
    { "type": "save", "label": "Send", "feed": "Ladder {{ladder}}: {{safe}}" }
  ]
}`,
      },
      { text: msg`The record of a save has one entry for each answer: the number of the ladder, yes or no, and the photos.` },
      {
        text: msg`Without the studio: save the text as ladder-check.form.json in the forms folder of the server, named by --forms or FORMS. The name of the file is the key of the form. Before that, npm run check-form -- ladder-check.form.json names the mistakes with their lines.`,
      },
      { text: msg`Videos, documents and pictures are files in the same folder: falls.mp4 has the address /media/falls.mp4.` },
    ],
  },
  {
    id: 'open',
    title: msg`Who may open it, and in which project it is`,
    parts: [
      {
        text: msg`A form belongs to one project. In the studio you choose the project when you make the form; owners and administrators of the project publish it.`,
      },
      { text: msg`A form of the forms folder belongs to the project that the terminal names when the server starts.` },
      {
        text: msg`People of the project open it after they sign in. With "public" anyone with the link may fill it in, without a login. Use this for visitors at the gate.`,
      },
      { code: `{ "name": "Visitor induction", "public": true, "children": [{ "type": "save", "label": "Finish" }] }` },
      {
        text: msg`The address of a form is /frontend/forms/ and its key; its records are at /frontend/arrived/ and the key. A QR code with this address opens it on a phone.`,
      },
      {
        text: msg`The address can fill in answers: with "prefill" on a question, /frontend/forms/machine-check?machine=M-1 opens the form with this machine. A choice takes its value or its text. It works without a connection, too.`,
      },
      { code: `{ "type": "text", "attribute": "machine", "label": "Machine", "required": true, "prefill": true }` },
    ],
  },
  {
    id: 'conditions',
    title: msg`Conditions, rules and calculations`,
    parts: [
      {
        text: msg`An expression reads answers by their attribute. It is used for visible, required, readOnly, for rules and for calculated values. Texts are in single quotes.`,
      },
      {
        code: `{ "type": "text", "attribute": "reason", "label": "Why?", "visible": "safe = 'no' and not empty(ladder)", "required": true }`,
      },
      {
        text: msg`Compare with =, !=, <, <=, > and >=. Join with and, or, not. Check for one of several with in. Choose with a question mark and a colon.`,
      },
      {
        code: `{ "type": "calculated", "attribute": "risk", "label": "Risk", "value": "empty(severity) ? null : severity * likelihood", "format": "number" }`,
      },
      {
        text: msg`A choice of several is a list: check with has(). A checklist named check also gives check_score in percent, check_fails, the number of failed rows, and check_failed, their names.`,
      },
      { code: `{ "type": "info", "level": "warning", "text": "Wear a mask", "visible": "has(hazards, 'Dust') or check_fails > 0" }` },
      { text: msg`A missing answer counts as empty. Check with empty() before you compare, if empty must not count.` },
      {
        text: msg`A rule stops the save until it is true, and shows its message at the field. It is not checked while the field is empty.`,
      },
      {
        code: `{ "type": "validation", "field": "watch_end", "valid": "minutes(end_time, watch_end) >= 60", "message": "The fire watch lasts at least 60 minutes" }`,
      },
      { text: msg`The limits min and max of a date are fixed days. For a limit that moves with the calendar, write a rule.` },
      { code: `{ "type": "validation", "field": "inspected", "valid": "inspected <= today()", "message": "This day is in the future" }` },
      {
        text: msg`In a list, the fields of an item read each other by name; parent. in front of a name reads the form around the list. A sum or a count outside names the list and the attribute in quotes.`,
      },
      { code: `{ "type": "calculated", "attribute": "injured", "label": "Injured people", "value": "count(people, 'role', 'injured')" }` },
    ],
  },
  {
    id: 'placeholders',
    title: msg`Answers inside texts`,
    parts: [
      {
        text: msg`Two pairs of braces put the result of an expression into a text: in labels of records, messages, infos, the feed and the start value of an answer.`,
      },
      { code: `{ "type": "info", "level": "warning", "text": "Ladder {{ladder}} is closed until {{addDays(today(), 7)}}." }` },
      {
        text: msg`A choice alone in the braces shows the text that people read; in an expression it is its stored value. An empty answer shows nothing.`,
      },
      {
        text: msg`An answer that is a person or an entry of a list has parts: supervisor.name, supervisor.mobile. The page of its type shows what the record has.`,
      },
      { text: msg`The start value of an answer may name the person: their name, or their mobile number.` },
      { code: `{ "type": "text", "attribute": "inspector", "label": "Inspector", "default": "{{person.name}}" }` },
    ],
  },
  {
    id: 'lists',
    title: msg`Choices from lists`,
    parts: [
      {
        text: msg`Write the choices into the form, or name a list of the project with lookup: employees, vendors (companies), trades, costCodes, locations, sites or equipment. Forms have these lists without a connection.`,
      },
      { code: `{ "type": "enum", "attribute": "location", "label": "Location", "lookup": "locations", "other": true }` },
      { text: msg`You fill these lists at Project lists: add entries one by one, or import a CSV or Excel file.` },
      { text: msg`For long lists use a lookup: it opens a list with search. It stores the id, the words, or the whole entry.` },
      { code: `{ "type": "lookup", "attribute": "machine", "label": "Machine", "lookup": "equipment", "store": "label" }` },
      {
        text: msg`An own list is a CSV or Excel file in the folder lists beside the forms: lists/machines.csv is the list machines. Forms follow the file when it changes, and have the list without a connection.`,
      },
      {
        text: msg`The first line names the columns. The column id or key, or else the first one, is the key of an entry; no two entries share it. The column name or label is what people read. Every other column is an attribute: Serial No. becomes serial_no.`,
      },
      { file: 'lists/machines.csv', content: listExample['lists/machines.csv'] },
      {
        text: msg`People choose an entry; calculated values then read the other columns of it.`,
      },
      {
        code: `[
  { "type": "lookup", "attribute": "machine", "label": "Machine", "lookup": "machines", "required": true },
  { "type": "calculated", "attribute": "serial", "label": "Serial number", "value": "lookup('machines', machine, 'serial_no')" }
]`,
      },
      {
        text: msg`A whole form with this list is machine-check.form.json in the folder docs/forms/example of the product. Put both into your forms folder to try them.`,
      },
      {
        text: msg`A date cell of an Excel file becomes a date such as 2026-03-14, and can be compared with today(). In a CSV file write dates like this.`,
      },
      {
        text: msg`A cell is a text: write number(lookup('machines', machine, 'hours')) to calculate with it. A formula in an Excel file counts with its stored result, and merged cells all have the text of the first one.`,
      },
      {
        text: msg`A list may have 50,000 entries and 20 MB. A file with mistakes changes nothing: the terminal, the studio and the page of a form with this list name the line and what to do, and people keep the last good list. npm run check-form checks lists, too.`,
      },
      {
        text: msg`Everyone who may open a form receives the whole lists that it uses. Keep private numbers out of a list that a public form uses.`,
      },
      { text: msg`A list that people fill in is a subForm: persons, defects, deliveries. Each item has its own questions.` },
      {
        code: `{
  "type": "subForm",
  "attribute": "people",
  "label": "People",
  "addLabel": "Add a person",
  "itemTitle": "{{name}}",
  "subform": [
    { "type": "text", "attribute": "name", "label": "Name", "required": true },
    { "type": "signature", "attribute": "signature", "label": "Signature", "signatory": "{{name}}", "required": true }
  ]
}`,
      },
    ],
  },
  {
    id: 'pages',
    title: msg`Long forms on pages`,
    parts: [
      {
        text: msg`A section with the style page is a page. Put two or more of them directly into the form: people see one at a time, with "Page 2 of 5", Back and Next.`,
      },
      {
        code: `{
  "name": "Boiler room check",
  "children": [
    {
      "type": "group",
      "label": "Boiler room",
      "style": "page",
      "children": [{ "type": "toggle", "attribute": "leaks", "label": "I see a leak" }]
    },
    {
      "type": "group",
      "label": "Leak",
      "style": "page",
      "visible": "leaks",
      "children": [{ "type": "text", "attribute": "place", "label": "Where does it leak?", "required": true }]
    },
    {
      "type": "group",
      "label": "Sign",
      "style": "page",
      "children": [{ "type": "text", "attribute": "inspector", "label": "Inspector", "required": true }]
    },
    { "type": "save", "label": "Send" }
  ]
}`,
      },
      {
        text: msg`Next checks the answers of the page and leads to the first wrong one. Back never asks. A page that is not visible now is not counted. The save button appears on the last page.`,
      },
      {
        text: msg`A draft remembers the page. The record shows all pages below each other, each with its heading. A part between two pages belongs to the page before it.`,
      },
    ],
  },
  {
    id: 'actions',
    title: msg`What happens after a save`,
    parts: [
      {
        text: msg`A form needs a save button. Its return message is shown to the person; its feed is the text message that the sender gets, and that stays with the record. Without feed the sender gets a fixed sentence; false sends none.`,
      },
      {
        code: `{ "type": "save", "label": "Send", "returnMessage": "# Thank you", "feed": "Ladder {{ladder}}: {{safe}}", "rpc": "notify-managers" }`,
      },
      {
        text: msg`Messages under saved are texts to people of the project: a role, a person by mobile number or e-mail address, or the people in an answer. With when they are sent only for some records.`,
      },
      {
        code: `{
  "name": "Incident",
  "saved": {
    "messages": [
      { "text": "Incident in {{location}}", "recipients": [{ "role": "manager" }, { "attribute": "supervisor" }] },
      { "text": "Serious incident in {{location}}", "recipients": [{ "person": "safety@example.com" }], "when": "severity = 'high'" }
    ]
  },
  "children": [
    { "type": "text", "attribute": "location", "label": "Location", "required": true },
    { "type": "enum", "attribute": "severity", "label": "Severity", "options": ["low", "high"] },
    { "type": "staff", "attribute": "supervisor", "label": "Supervisor", "allowCreate": false },
    { "type": "save", "label": "Send" }
  ]
}`,
      },
      {
        text: msg`A message reaches only people of the project who have a mobile number, have not said STOP, and are not the sender. Each person gets the same text about a record once. When a visitor sends the form, the text says only its name.`,
      },
      {
        text: msg`The actions of the server are complete, reopen, notify-managers and, for broadcast bots, broadcast. A save names them with rpc; a button with rpc: and the name.`,
      },
      { text: msg`A button opens an address, goes back, or shows a message. With confirm it asks first.` },
      { code: `{ "type": "button", "label": "Site rules", "action": "open:/frontend/forms/site-rules" }` },
    ],
  },
  {
    id: 'translations',
    title: msg`Translations`,
    parts: [
      {
        text: msg`The texts of a form are in English. Under translations, each language has a list: the English text, and its translation. The languages are en-au, es and pt.`,
      },
      {
        code: `{ "name": "Ladder check", "children": [{ "type": "save", "label": "Send" }], "translations": { "es": { "Ladder check": "Revisión de escalera", "Send": "Enviar" } } }`,
      },
      {
        text: msg`The English text must be exactly the one of the form. The studio lists texts without a translation and translations of texts that are gone. A text without a translation is translated by the server, where it has a translator.`,
      },
      { text: msg`Answers are not translated: a choice stores its value in every language.` },
    ],
  },
  {
    id: 'versions',
    title: msg`Versions and drafts`,
    parts: [
      {
        text: msg`What you write stays on your device until you publish. Publishing makes a new version; people get it the next time they open the form, without losing what they typed.`,
      },
      {
        text: msg`Records keep their answers when the form changes. The studio shows the last hundred versions, and opens an older one again.`,
      },
      {
        text: msg`A file with a mistake is not published: people keep the last good form. The terminal names the file, the line and what to do; these messages go to stderr, apart from the log of requests.`,
      },
    ],
  },
]
