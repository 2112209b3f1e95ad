// A sheet over the page: keeps the focus inside, closes with Escape, and gives the focus back.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../art/Icon";
import { t } from "../i18n";

interface SheetProps {
  title: string;
  /** What a wish to close it does; without it, the player has to choose something in it. */
  close?: (() => void) | undefined;
  wide?: boolean;
  children: ComponentChildren;
}

export function Sheet({ title, close, wide = false, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    close?.();
  };
  return (
    <dialog
      class={`sheet ${wide ? "wide" : ""}`} ref={dialog} aria-labelledby={heading} onCancel={cancel}
      onClick={(event) => event.target === dialog.current && close?.()}
    >
      <div class="sheet-body">
        <header>
          <h2 id={heading}>{title}</h2>
          {close && <button type="button" class="round" aria-label={t("close")} onClick={close}><Icon name="close" /></button>}
        </header>
        {children}
      </div>
    </dialog>
  );
}
