// Written by `npm run styles` from the sheets; do not edit.
declare module '.*/billing.module.css' {
  export const account: string
  export const card: string
  export const cards: string
  export const choose: string
  export const figures: string
  export const foot: string
  export const form: string
  export const lines: string
  export const pair: string
  export const preview: string
  export const question: string
  export const row: string
  export const section: string
  export const steps: string
}

declare module '.*/botEditor.module.css' {
  export const code: string
  export const codePicture: string
  export const codeWords: string
  export const head: string
  export const ways: string
}

declare module '.*/bots.module.css' {
  export const choices: string
  export const first: string
  export const named: string
  export const tag: string
  export const tags: string
}

declare module '.*/botWizard.module.css' {
  export const card: string
  export const cardBeta: string
  export const cardCan: string
  export const cardHead: string
  export const cardLogo: string
  export const cardWords: string
  export const cards: string
  export const catalogue: string
  export const cloneLog: string
  export const step: string
  export const stepCount: string
  export const stepField: string
  export const steps: string
}

declare module '.*/chat.module.css' {
  export const box: string
  export const bubble: string
  export const chip: string
  export const chips: string
  export const dots: string
  export const failed: string
  export const head: string
  export const list: string
  export const offline: string
  export const panel: string
  export const scroll: string
  export const thinking: string
  export const who: string
  export const write: string
}

declare module '.*/conversations.module.css' {
  export const tag: string
  export const tags: string
}

declare module '.*/crewTimes.module.css' {
  export const actions: string
  export const company: string
  export const days: string
  export const form: string
  export const history: string
  export const hours: string
  export const name: string
  export const note: string
  export const pair: string
  export const people: string
  export const person: string
  export const totals: string
}

declare module '.*/dailyLog.module.css' {
  export const date: string
  export const day: string
  export const next: string
  export const root: string
  export const sum: string
}

declare module '.*/drafts.module.css' {
  export const beside: string
  export const besideDone: string
  export const besideKept: string
  export const besideLabel: string
  export const besideLines: string
  export const besideNow: string
  export const besidePictures: string
  export const draft: string
  export const draftActions: string
  export const draftAmount: string
}

declare module '.*/forms.module.css' {
  export const actionBar: string
  export const actionButtons: string
  export const actionState: string
  export const draftFailed: string
  export const draftKept: string
  export const leftovers: string
  export const miniForm: string
  export const noticeActions: string
  export const screen: string
  export const settingsProblems: string
  export const summary: string
  export const top: string
}

declare module '.*/gate.module.css' {
  export const big: string
  export const camera: string
  export const card: string
  export const chip: string
  export const chips: string
  export const count: string
  export const done: string
  export const form: string
  export const frame: string
  export const gate: string
  export const head: string
  export const hello: string
  export const induct: string
  export const muster: string
  export const musterBar: string
  export const musterButtons: string
  export const musterFigures: string
  export const musterPerson: string
  export const musterTabs: string
  export const musterTrack: string
  export const name: string
  export const noPrint: string
  export const note: string
  export const photo: string
  export const report: string
  export const row: string
  export const rows: string
  export const search: string
  export const site: string
  export const siteFilters: string
  export const siteGroup: string
  export const siteNumber: string
  export const sitePeople: string
  export const sitePerson: string
  export const siteTile: string
  export const step: string
  export const sub: string
  export const why: string
}

declare module '.*/help.module.css' {
  export const box: string
  export const heading: string
  export const help: string
  export const list: string
  export const title: string
}

declare module '.*/install.module.css' {
  export const address: string
  export const dots: string
  export const first: string
  export const frame: string
  export const line: string
  export const list: string
  export const menu: string
  export const picture: string
  export const ring: string
  export const steps: string
  export const text: string
}

declare module '.*/botKiosk.module.css' {
  export const access: string
  export const code: string
  export const contacts: string
  export const qr: string
  export const root: string
  export const row: string
}

declare module '.*/kiosk.module.css' {
  export const bar: string
  export const content: string
  export const count: string
  export const dialog: string
  export const foot: string
  export const form: string
  export const frame: string
  export const idle: string
  export const idleCard: string
  export const kiosk: string
  export const languages: string
  export const lead: string
  export const letters: string
  export const logo: string
  export const name: string
  export const narrow: string
  export const pair: string
  export const row: string
  export const starts: string
  export const state: string
  export const wait: string
  export const welcome: string
}

declare module '.*/libraries.module.css' {
  export const field: string
  export const fields: string
  export const label: string
  export const types: string
}

declare module '.*/lists.module.css' {
  export const bar: string
  export const choices: string
  export const column: string
  export const columns: string
  export const links: string
  export const pairs: string
  export const progress: string
}

declare module '.*/pdfForm.module.css' {
  export const bar: string
  export const bottom: string
  export const choices: string
  export const count: string
  export const file: string
  export const files: string
  export const found: string
  export const goto: string
  export const ink: string
  export const main: string
  export const mark: string
  export const missing: string
  export const noticeActions: string
  export const only: string
  export const panel: string
  export const picture: string
  export const places: string
  export const remove: string
  export const root: string
  export const search: string
  export const sheet: string
  export const sheetHead: string
  export const sign: string
  export const size: string
  export const stamp: string
  export const state: string
  export const title: string
  export const top: string
  export const typed: string
  export const value: string
  export const widget: string
  export const words: string
}

declare module '.*/people.module.css' {
  export const invite: string
  export const pair: string
  export const preview: string
}

declare module '.*/projects.module.css' {
  export const figures: string
  export const formColumn: string
  export const formGrid: string
  export const head: string
  export const mail: string
  export const section: string
  export const tag: string
  export const tags: string
}

declare module '.*/records.module.css' {
  export const actions: string
  export const list: string
  export const period: string
  export const search: string
  export const state: string
}

declare module '.*/reporting.module.css' {
  export const filters: string
  export const group: string
  export const head: string
  export const list: string
  export const root: string
  export const run: string
  export const wide: string
}

declare module '.*/inbox.module.css' {
  export const acts: string
  export const answer: string
  export const asked: string
  export const bar: string
  export const barAll: string
  export const barWorkers: string
  export const card: string
  export const count: string
  export const days: string
  export const decided: string
  export const dots: string
  export const dotsAnswered: string
  export const dotsSilent: string
  export const figures: string
  export const inbox: string
  export const inside: string
  export const keys: string
  export const list: string
  export const marks: string
  export const open: string
  export const silent: string
  export const swipe: string
  export const undo: string
  export const where: string
}

declare module '.*/review.module.css' {
  export const actions: string
  export const acts: string
  export const cardHead: string
  export const chosen: string
  export const facts: string
  export const failures: string
  export const fields: string
  export const figures: string
  export const head: string
  export const log: string
  export const meanwhile: string
  export const report: string
  export const reports: string
  export const row: string
  export const say: string
  export const staff: string
  export const state: string
  export const top: string
  export const waiting: string
}

declare module '.*/shell.module.css' {
  export const banner: string
  export const bannerBar: string
  export const console: string
  export const consoleBar: string
  export const consoleBody: string
  export const consoleFind: string
  export const consoleLogo: string
  export const consoleMenu: string
  export const consolePage: string
  export const consoleSide: string
  export const consoleTool: string
  export const consoleTools: string
  export const consoleWide: string
  export const drawer: string
  export const drawerBar: string
  export const drawerInside: string
  export const find: string
  export const findGroup: string
  export const findList: string
  export const findNote: string
  export const findRow: string
  export const findState: string
  export const findTitle: string
  export const sideBadge: string
  export const sideEnd: string
  export const sideHeading: string
  export const sideLink: string
  export const sideNav: string
  export const support: string
  export const switcher: string
  export const switcherName: string
  export const switcherNote: string
  export const switcherWords: string
  export const unseen: string
}

declare module '.*/guide.module.css' {
  export const code: string
  export const contents: string
  export const entry: string
  export const file: string
  export const guide: string
  export const live: string
  export const terms: string
  export const text: string
  export const way: string
}

declare module '.*/studio.module.css' {
  export const add: string
  export const addGroup: string
  export const addList: string
  export const bar: string
  export const checks: string
  export const code: string
  export const condition: string
  export const conditionRow: string
  export const details: string
  export const device: string
  export const exhibit: string
  export const exhibits: string
  export const expression: string
  export const findings: string
  export const flag: string
  export const forms: string
  export const gallery: string
  export const gallerySearch: string
  export const head: string
  export const hidden: string
  export const hint: string
  export const inner: string
  export const innerList: string
  export const live: string
  export const options: string
  export const outline: string
  export const outlineDot: string
  export const outlineFold: string
  export const outlineForm: string
  export const outlineGrip: string
  export const outlineName: string
  export const outlineRow: string
  export const outlineType: string
  export const pair: string
  export const pane: string
  export const panes: string
  export const pill: string
  export const preview: string
  export const previewTitle: string
  export const record: string
  export const rowTools: string
  export const segments: string
  export const shortcuts: string
  export const source: string
  export const stage: string
  export const status: string
  export const studio: string
  export const studioCode: string
  export const studioOutline: string
  export const studioPreview: string
  export const suggestions: string
  export const table: string
  export const tableRoom: string
  export const tools: string
  export const trialCode: string
  export const versions: string
}

declare module '.*/textMessages.module.css' {
  export const begin: string
  export const bot: string
  export const box: string
  export const last: string
  export const line: string
  export const list: string
  export const log: string
  export const none: string
  export const open: string
  export const phone: string
  export const phones: string
  export const pin: string
  export const root: string
  export const waiting: string
  export const who: string
}

declare module '.*/today.module.css' {
  export const actions: string
  export const count: string
  export const grid: string
  export const head: string
  export const line: string
  export const lines: string
  export const more: string
  export const note: string
  export const quiet: string
  export const strip: string
  export const stripLink: string
  export const title: string
}

declare module '.*/wizards.module.css' {
  export const buttons: string
  export const form: string
  export const mark: string
  export const open: string
  export const root: string
  export const title: string
}

declare module '.*/arrays.module.css' {
  export const availability: string
  export const availabilityWords: string
  export const item: string
  export const itemCheck: string
  export const itemEdit: string
  export const itemForm: string
  export const itemList: string
  export const itemOpen: string
  export const itemPart: string
  export const itemSummary: string
  export const itemText: string
  export const itemTitle: string
  export const items: string
  export const itemsEmpty: string
  export const openHead: string
  export const openItem: string
  export const openItems: string
  export const stamps: string
}

declare module '.*/attachments.module.css' {
  export const dropHint: string
  export const fileAdd: string
  export const fileFace: string
  export const fileMarks: string
  export const fileOpen: string
  export const fileProgress: string
  export const fileState: string
  export const fileTile: string
  export const fileTiles: string
  export const fileWaiting: string
  export const files: string
  export const viewer: string
  export const viewerMissing: string
  export const viewerName: string
  export const viewerPhoto: string
  export const viewerStage: string
  export const viewerSteps: string
}

declare module '.*/bodyMap.module.css' {
  export const bodyMap: string
  export const chosen: string
  export const figure: string
  export const figures: string
  export const list: string
  export const sides: string
}

declare module '.*/chatField.module.css' {
  export const list: string
  export const message: string
  export const note: string
  export const root: string
  export const text: string
  export const who: string
  export const write: string
}

declare module '.*/checklist.module.css' {
  export const checklist: string
  export const choice: string
  export const choiceText: string
  export const choices: string
  export const failed: string
  export const hidden: string
  export const more: string
  export const progress: string
  export const row: string
  export const rowHead: string
  export const rowLabel: string
  export const section: string
}

declare module '.*/fieldMapping.module.css' {
  export const head: string
  export const root: string
}

declare module '.*/fields.module.css' {
  export const arriving: string
  export const beta: string
  export const calculated: string
  export const columns: string
  export const compactInfo: string
  export const compactLabel: string
  export const days: string
  export const endSpan: string
  export const endTime: string
  export const expand: string
  export const expandContent: string
  export const expandProblems: string
  export const form: string
  export const formCard: string
  export const group: string
  export const groupExpandable: string
  export const legend: string
  export const masked: string
  export const rest: string
  export const ribbon: string
  export const slab: string
  export const spacer: string
}

declare module '.*/mobile.module.css' {
  export const flag: string
  export const mobile: string
  export const phone: string
  export const phoneChosen: string
  export const phoneCountry: string
  export const phoneGood: string
  export const phoneSelect: string
  export const use: string
}

declare module '.*/pages.module.css' {
  export const buttons: string
  export const count: string
  export const head: string
  export const heading: string
  export const page: string
  export const progress: string
}

declare module '.*/position.module.css' {
  export const position: string
}

declare module '.*/scan.module.css' {
  export const scan: string
}

declare module '.*/search.module.css' {
  export const found: string
  export const search: string
}

declare module '.*/signature.module.css' {
  export const foot: string
  export const image: string
  export const signHere: string
  export const signature: string
}

declare module '.*/treeview.module.css' {
  export const list: string
  export const name: string
  export const out: string
  export const row: string
  export const search: string
}

declare module '.*/video.module.css' {
  export const bar: string
  export const clock: string
  export const frame: string
  export const lesson: string
  export const lessonDone: string
  export const lessons: string
  export const range: string
  export const video: string
  export const wait: string
  export const words: string
}

declare module '.*/pricing.module.css' {
  export const plan: string
  export const planAbout: string
  export const planButton: string
  export const planCards: string
  export const planFeatures: string
  export const planInterval: string
  export const planMark: string
  export const planPrice: string
  export const planState: string
  export const planTable: string
  export const planTabs: string
  export const plans: string
}

declare module '.*/tables.module.css' {
  export const editForm: string
}

declare module '.*/chart.module.css' {
  export const day: string
  export const ends: string
  export const ground: string
  export const legend: string
  export const plot: string
  export const root: string
  export const scroll: string
  export const table: string
}

declare module '.*/controls.module.css' {
  export const affix: string
  export const affixButton: string
  export const affixEnd: string
  export const affixText: string
  export const box: string
  export const check: string
  export const choice: string
  export const choiceNote: string
  export const choiceText: string
  export const choices: string
  export const error: string
  export const field: string
  export const hint: string
  export const input: string
  export const label: string
  export const menuRow: string
  export const offlineLine: string
  export const required: string
  export const select: string
  export const show: string
  export const textarea: string
  export const toggle: string
  export const unseen: string
  export const value: string
}

declare module '.*/timePicker.module.css' {
  export const options: string
  export const root: string
  export const shown: string
}

declare module '.*/listPicker.module.css' {
  export const body: string
  export const box: string
  export const card: string
  export const chosen: string
  export const column: string
  export const count: string
  export const empty: string
  export const list: string
  export const opener: string
  export const rich: string
  export const row: string
  export const scroll: string
  export const search: string
  export const star: string
  export const waiting: string
  export const words: string
}

declare module '.*/fullScreen.module.css' {
  export const bar: string
  export const root: string
  export const title: string
}

declare module '.*/pdfPages.module.css' {
  export const detail: string
  export const failed: string
  export const page: string
  export const readerBar: string
  export const readerMiddle: string
  export const readerPage: string
  export const readerTitle: string
  export const readerWait: string
  export const root: string
  export const text: string
  export const thumb: string
  export const thumbs: string
  export const xfa: string
}

declare module '.*/signaturePad.module.css' {
  export const pad: string
  export const sheet: string
  export const sheetHint: string
  export const sign: string
  export const signTools: string
}

declare module '.*/table.module.css' {
  export const acts: string
  export const actsWidth: string
  export const bar: string
  export const box: string
  export const count: string
  export const empty: string
  export const first: string
  export const order: string
  export const rowActions: string
  export const search: string
  export const table: string
  export const tick: string
  export const unseen: string
  export const whole: string
  export const word: string
}

declare module '.*/watched.module.css' {
  export const bar: string
  export const keep: string
  export const line: string
  export const watched: string
}
