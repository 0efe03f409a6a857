import { chakra } from '../chakra.ts'
import { lazy, Suspense } from 'react'

const Root = chakra('div', {
  base: {
    display: 'grid',
    // Break a word that is longer than the phone's width instead of widening the column.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    minWidth: '0',
    '& h1': { textStyle: 'title' },
    '& h2, & h3, & h4': { textStyle: 'heading' },
    '& ul, & ol': { paddingInlineStart: '6', display: 'grid', gap: '1' },
    '& ul': { listStyle: 'disc' },
    '& ol': { listStyle: 'decimal' },
    '& img': { maxWidth: 'full', borderRadius: 'md' },
    '& code': { fontFamily: 'mono', fontSize: '0.9em' },
    '& blockquote': { borderInlineStart: '4px solid', borderColor: 'border.default', paddingInlineStart: '4', color: 'fg.muted' },
    '& table': { borderCollapse: 'collapse' },
    '& :is(td, th)': { border: '1px solid', borderColor: 'border.default', paddingInline: '3', paddingBlock: '1.5', textAlign: 'start' },
  },
})

const Rich = lazy(() => import('./MarkdownRich.tsx').then((module) => ({ default: module.MarkdownRich })))

/** An escaped character, which has no Markdown meaning (contract/rules/escapeMarkdown.ts). */
const escapedMarks = /\\([!-/:-@[-`{-~])/g
const unescapeMarkdown = (text: string) => text.replace(escapedMarks, '$1')

const plain = /^[^*_`[\]<>|~\\!&]*$/
const listOrRule = /^[^\S\n\r\u2028\u2029]*(?:[-+]\s|\d+[.)]\s|={3,}|-{3,})/m

/** Returns true for headings and paragraphs without other marks; all other texts need the full parser. */
const isSimple = (text: string) => {
  const marks = text.replace(escapedMarks, '')
  return plain.test(marks) && !listOrRule.test(marks) && !/https?:/.test(marks)
}

function Simple({ text }: { readonly text: string }) {
  return text
    .split(/\n{2,}|\n(?=#)|\n(?<=^#.*\n)/m)
    .filter((block) => block.trim() !== '')
    .map((block, index) => {
      const heading = /^(#{1,4})\s*(.*)$/s.exec(block.trim())
      if (!heading) return <p key={index}>{unescapeMarkdown(block.trim())}</p>
      const Tag = `h${heading[1]?.length ?? 1}` as 'h1' | 'h2' | 'h3' | 'h4'
      return <Tag key={index}>{unescapeMarkdown(heading[2] ?? '')}</Tag>
    })
}

/**
 * Markdown from the server or from settings. HTML in it stays text; links with other schemes than http(s),
 * mailto and tel do nothing. `bare`: the text is from a record, so that anyone may have written it; links and
 * images in it stay text.
 */
export function Markdown({ text, bare = false }: { readonly text: string; readonly bare?: boolean }) {
  return (
    <Root>
      {isSimple(text) ? (
        <Simple text={text} />
      ) : (
        <Suspense fallback={<p style={{ whiteSpace: 'pre-wrap' }}>{unescapeMarkdown(text.replace(/(?<!\\)[#*_`]/g, ''))}</p>}>
          <Rich text={text} bare={bare} />
        </Suspense>
      )}
    </Root>
  )
}
