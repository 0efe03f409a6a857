import MarkdownToJsx from 'markdown-to-jsx'
import { pictureSrc, safeHref } from '../../lib/safeHref.ts'
import { SiteLink } from '../controls/SiteLink.tsx'

export function MarkdownRich({ text, bare }: { readonly text: string; readonly bare: boolean }) {
  return (
    <MarkdownToJsx
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        wrapper: null,
        sanitizer: (value) => safeHref(value) ?? null,
        overrides: {
          img: ({ src, alt }) => (bare ? alt : <img src={pictureSrc(src)} alt={alt} />),
          a: ({ children, href, title }) =>
            bare ? (
              <span>{children}</span>
            ) : (
              <SiteLink
                href={href}
                title={title}
                {...(/^https?:/i.test(href ?? '') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              >
                {children}
              </SiteLink>
            ),
        },
      }}
    >
      {text}
    </MarkdownToJsx>
  )
}
