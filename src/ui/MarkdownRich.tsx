import MarkdownToJsx from 'markdown-to-jsx'

const safe = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i

export function MarkdownRich({ text }: { readonly text: string }) {
  return (
    <MarkdownToJsx
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        wrapper: null,
        sanitizer: (value) => (safe.test(value) ? value : null),
        overrides: {
          a: ({ children, href, title }) => (
            <a href={href} title={title} {...(/^https?:/i.test(href ?? '') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
              {children}
            </a>
          ),
        },
      }}
    >
      {text}
    </MarkdownToJsx>
  )
}
