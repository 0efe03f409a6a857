import * as styles from './install.module.css'

/** What a step points at: a button of the browser's bar, or an entry of its menu. */
export type PictureOf = 'share' | 'menu' | 'add' | 'bar'

const marks: Readonly<Record<PictureOf, { readonly x: number; readonly y: number }>> = {
  share: { x: 60, y: 72 },
  menu: { x: 108, y: 14 },
  add: { x: 60, y: 52 },
  bar: { x: 98, y: 14 },
}

/** A drawing of the browser, with a ring around what to press. The step beside it says the same. */
export function StepPicture({ of }: { readonly of: PictureOf }) {
  const { x, y } = marks[of]
  return (
    <svg className={styles.picture} viewBox="0 0 120 84" aria-hidden="true">
      <rect className={styles.frame} x="1" y="1" width="118" height="82" rx="8" />
      {of === 'share' ? <BottomBar /> : <TopBar dots={of === 'menu' || of === 'add'} />}
      {of === 'add' && <Menu />}
      {of === 'bar' && <path className={styles.line} d="M98 9v8m-3.5-3.5L98 17l3.5-3.5M93.5 19.5h9" />}
      <circle className={styles.ring} cx={x} cy={y} r={of === 'add' ? 0 : 10} />
    </svg>
  )
}

function TopBar({ dots }: { readonly dots: boolean }) {
  return (
    <>
      <rect className={styles.address} x="8" y="8" width={dots ? 88 : 104} height="12" rx="6" />
      {dots && <path className={styles.dots} d="M108 9.5v.01M108 14v.01M108 18.5v.01" />}
    </>
  )
}

/** The bar of Safari, with Share in the middle. */
function BottomBar() {
  return (
    <>
      <rect className={styles.address} x="8" y="44" width="104" height="12" rx="6" />
      <path className={styles.line} d="M60 76V66m-3.5 3.5L60 66l3.5 3.5M56.5 71H55v7h10v-7h-1.5M18 70l-3 3 3 3M99 68h8v8h-8z" />
    </>
  )
}

/** The menu, with its entry of the home screen. */
function Menu() {
  return (
    <>
      <rect className={styles.menu} x="20" y="26" width="84" height="52" rx="6" />
      <path className={styles.text} d="M28 36h40M28 68h34" />
      <rect className={styles.ring} x="23" y="43" width="78" height="18" rx="4" />
      <path className={styles.text} d="M28 52h46" />
      <path className={styles.line} d="M86 46.5h11v11H86zM91.5 49.5v5M89 52h5" />
    </>
  )
}
