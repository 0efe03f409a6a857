import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** A new value resets the error. */
  readonly resetKey?: unknown
  fallback(error: unknown, reset: () => void): ReactNode
}

/** Catches errors of a screen inside that screen. */
export class ErrorBoundary extends Component<Props, { failed: boolean; error: unknown; key: unknown }> {
  override state = { failed: false, error: undefined as unknown, key: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: { key: unknown }) {
    return resetKey === state.key ? null : { failed: false, error: undefined, key: resetKey }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(this.state.error, () => this.setState({ failed: false, error: undefined }))
  }
}
