import { css } from 'lit';

/**
 * Styles of icons, buttons and links. Main buttons are 46 px high, icon buttons are 36 px high, and no target is smaller
 * than 24 px. On a touch screen, all targets are at least 44 px, and take no more space in the layout.
 */
export const controlStyles = css`
  .icon {
    inline-size: 20px;
    block-size: 20px;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .ghost {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    border-radius: min(10px, var(--_inner));
    color: var(--_accent);
  }
  .link {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 24px;
    font-size: 0.933em;
    color: var(--_link);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .link .icon {
    inline-size: 16px;
  }
  @media (hover: hover) {
    .main:hover {
      filter: brightness(1.08);
    }
    .plain:hover,
    .ghost:hover {
      background: color-mix(in srgb, var(--_accent) 12%, transparent);
      filter: none;
    }
    .link:hover {
      color: var(--_ink);
    }
  }
  @media (pointer: coarse) {
    .ghost {
      inline-size: 44px;
      block-size: 44px;
      margin: -4px;
    }
    .link {
      min-block-size: 44px;
      padding-inline: 10px;
      margin: -10px;
    }
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
    border-radius: min(8px, var(--_inner));
  }
`;
