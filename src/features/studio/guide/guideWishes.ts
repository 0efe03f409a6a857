import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What an author wants, and the part of a form file that does it. */
export interface GuideWish {
  readonly want: MessageDescriptor
  readonly code: string
}

/** "I want … → use …". A test publishes each part. */
export const guideWishes: readonly GuideWish[] = [
  { want: msg`a short answer`, code: '{ "type": "text", "attribute": "name", "label": "Name" }' },
  { want: msg`a long answer`, code: '{ "type": "text", "attribute": "remarks", "label": "Remarks", "multiline": true }' },
  {
    want: msg`a number with limits`,
    code: '{ "type": "text", "attribute": "depth", "label": "Depth (m)", "number": true, "min": 0, "max": 30 }',
  },
  {
    want: msg`a number with its unit`,
    code: '{ "type": "text", "attribute": "volume", "label": "Volume", "number": true, "unit": "m³" }',
  },
  {
    want: msg`a text in a fixed pattern (plate, ticket number)`,
    code: `[{ "type": "text", "attribute": "ticket", "label": "Ticket number" }, { "type": "validation", "field": "ticket", "valid": "match(ticket, '[A-Z]{2}-[0-9]{6}')", "message": "Write it like CT-123456" }]`,
  },
  {
    want: msg`yes or no as two buttons (radio buttons)`,
    code: '{ "type": "valueenum", "attribute": "safe", "label": "Is it safe?", "display": "buttons", "options": [{ "name": "Yes", "value": "yes" }, { "name": "No", "value": "no" }] }',
  },
  {
    want: msg`one choice out of a list (dropdown, select)`,
    code: '{ "type": "valueenum", "attribute": "soil", "label": "Soil", "options": [{ "name": "Rock", "value": "rock" }, { "name": "Sand", "value": "sand" }] }',
  },
  {
    want: msg`several choices (checkboxes)`,
    code: '{ "type": "listenum", "attribute": "ppe", "label": "I wear", "options": ["Hard hat", "Vest", "Boots"] }',
  },
  {
    want: msg`a choice or free text`,
    code: '{ "type": "enum", "attribute": "topic", "label": "Topic", "options": ["Falls", "Heat"], "other": true }',
  },
  {
    want: msg`the same choices in several questions`,
    code: `{ "name": "Risk", "optionSets": { "level": ["Low", "High"] }, "children": [{ "type": "valueenum", "attribute": "before", "label": "Before", "optionSet": "level" }, { "type": "valueenum", "attribute": "after", "label": "After", "optionSet": "level" }, { "type": "save", "label": "Send" }] }`,
  },
  {
    want: msg`choices that depend on another answer`,
    code: `[{ "type": "valueenum", "attribute": "building", "label": "Building", "options": ["A", "B"] }, { "type": "valueenum", "attribute": "level", "label": "Level", "optionFilter": "option.building = building", "options": [{ "name": "A 1", "attributes": { "building": "A" } }, { "name": "B 1", "attributes": { "building": "B" } }] }]`,
  },
  {
    want: msg`one checkbox to confirm`,
    code: '{ "type": "toggle", "attribute": "agree", "label": "I have read the rules", "required": true }',
  },
  { want: msg`a date that begins with today`, code: '{ "type": "date", "attribute": "date", "label": "Date", "default": "{{today()}}" }' },
  {
    want: msg`a date with a time that begins with now`,
    code: '{ "type": "date-time", "attribute": "happened", "label": "When did it happen?", "default": "{{now()}}" }',
  },
  { want: msg`a time to the minute`, code: '{ "type": "time-picker", "attribute": "arrived", "label": "Arrived", "step": 1 }' },
  { want: msg`a time`, code: '{ "type": "alltime", "attribute": "start_time", "label": "Start" }' },
  {
    want: msg`an end time with the duration`,
    code: '[{ "type": "alltime", "attribute": "from", "label": "From" }, { "type": "endTime", "attribute": "to", "label": "To", "start": "from", "overnight": true }]',
  },
  { want: msg`photos`, code: '{ "type": "attachments", "attribute": "photos", "label": "Photos", "accept": "photos", "limit": 10 }' },
  {
    want: msg`photos only where an answer is no`,
    code: '{ "type": "attachments", "attribute": "photos", "label": "Photos", "accept": "photos", "visible": "safe = \'no\'", "required": true }',
  },
  {
    want: msg`a signature`,
    code: '{ "type": "signature", "attribute": "signature", "label": "Signature", "signatory": "{{inspector}}", "required": true }',
  },
  {
    want: msg`the name of the person who fills it in`,
    code: '{ "type": "text", "attribute": "inspector", "label": "Inspector", "default": "{{person.name}}" }',
  },
  {
    want: msg`an answer that a QR code brings (?machine=M-1)`,
    code: '{ "type": "text", "attribute": "machine", "label": "Machine", "prefill": true }',
  },
  {
    want: msg`a code that the camera reads, and what a list knows of it`,
    code: `[{ "type": "scan", "attribute": "machine", "label": "Code on the machine" }, { "type": "calculated", "attribute": "model", "label": "Model", "value": "lookup('machines', machine, 'Model')" }]`,
  },
  {
    want: msg`where something is (GPS)`,
    code: '{ "type": "position", "attribute": "where", "label": "Place of the hazard" }',
  },
  {
    want: msg`what is injured, on a picture of the body`,
    code: '{ "type": "body-map", "attribute": "injured", "label": "What is injured?" }',
  },
  { want: msg`a mobile number`, code: '{ "type": "mobile", "attribute": "mobile", "label": "Mobile number" }' },
  {
    want: msg`a company, a trade or a place of the project`,
    code: '{ "type": "enum", "attribute": "company", "label": "Company", "lookup": "vendors", "other": true }',
  },
  {
    want: msg`a person of the project`,
    code: '{ "type": "staff", "attribute": "supervisor", "label": "Supervisor", "lookup": "employees" }',
  },
  {
    want: msg`a list of people or things with questions for each`,
    code: '{ "type": "subForm", "attribute": "people", "label": "People", "addLabel": "Add a person", "itemTitle": "{{name}}", "subform": [{ "type": "text", "attribute": "name", "label": "Name", "required": true }] }',
  },
  {
    want: msg`checks that must all be Yes, with note and photo`,
    code: '{ "type": "preflight", "attribute": "checks", "label": "Before the work", "checks": [{ "name": "Extinguisher is within reach" }, { "name": "Openings are covered" }] }',
  },
  {
    want: msg`a sum or another result`,
    code: '{ "type": "calculated", "attribute": "total", "label": "Total (kg)", "value": "load + rigging", "format": "number" }',
  },
  {
    want: msg`a score in percent`,
    code: '[{ "type": "checklist", "attribute": "check", "label": "Check", "rows": ["Brakes work", "Lights work"] }, { "type": "info", "text": "Score: {{check_score}} %" }]',
  },
  {
    want: msg`a date until which it is valid`,
    code: '{ "type": "calculated", "attribute": "valid_until", "label": "Valid until", "value": "addDays(date, 7)", "format": "date" }',
  },
  {
    want: msg`a rule with a message`,
    code: '{ "type": "validation", "field": "oxygen", "valid": "oxygen >= 19.5 and oxygen <= 23.5", "message": "Oxygen must be 19.5 to 23.5 %" }',
  },
  {
    want: msg`a warning that depends on answers`,
    code: '{ "type": "info", "level": "error", "text": "# Do not use", "visible": "safe = \'no\'" }',
  },
  {
    want: msg`a heading, or questions side by side`,
    code: '{ "type": "group", "label": "Work", "style": "columns", "columns": 2, "children": [{ "type": "text", "attribute": "work", "label": "Work" }] }',
  },
  {
    want: msg`a part that opens and closes`,
    code: '{ "type": "group", "label": "After the work", "style": "expandable", "children": [{ "type": "toggle", "attribute": "closed", "label": "Checked" }] }',
  },
  {
    want: msg`a long form page by page`,
    code: '[{ "type": "group", "label": "Machine", "style": "page", "children": [{ "type": "text", "attribute": "machine", "label": "Machine", "required": true }] }, { "type": "group", "label": "Checks", "style": "page", "children": [{ "type": "checklist", "attribute": "check", "label": "Check", "rows": ["Brakes work", "Lights work"] }] }]',
  },
  {
    want: msg`a video that must be watched`,
    code: '{ "type": "video", "attribute": "film", "label": "The film", "uri": { "link": "/media/falls.mp4", "target": 0.9 }, "required": true }',
  },
  {
    want: msg`a document that must be read`,
    code: '{ "type": "pdf", "attribute": "rules", "label": "Site rules", "source": "/media/site-rules.en.pdf", "target": 1, "required": true }',
  },
  {
    want: msg`a form that is due every day`,
    code: '{ "name": "Pre-start check", "due": { "every": "workday", "by": "09:30" }, "children": [{ "type": "save", "label": "Send" }] }',
  },
  {
    want: msg`a form without a login`,
    code: '{ "name": "Visitor induction", "public": true, "children": [{ "type": "save", "label": "Finish" }] }',
  },
  { want: msg`a text to the managers after a save`, code: '{ "type": "save", "label": "Send", "rpc": "notify-managers" }' },
  {
    want: msg`a text to the person in an answer`,
    code: '{ "name": "Hand-over", "saved": { "messages": [{ "text": "{{item}} is for you", "recipients": [{ "attribute": "receiver" }] }] }, "children": [{ "type": "text", "attribute": "item", "label": "Item" }, { "type": "staff", "attribute": "receiver", "label": "Receiver" }, { "type": "save", "label": "Send" }] }',
  },
  { want: msg`no text message to the sender`, code: '{ "type": "save", "label": "Send", "feed": false }' },
  {
    want: msg`a readable name for each record`,
    code: '{ "name": "Ladder check", "recordTitle": "{{ladder}} · {{location}}", "children": [{ "type": "text", "attribute": "ladder", "label": "Ladder" }, { "type": "text", "attribute": "location", "label": "Location" }] }',
  },
]
