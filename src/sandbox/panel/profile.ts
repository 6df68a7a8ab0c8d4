import type { SandboxControl } from '../actions/control.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { profiles, type Profile } from '../contract/profiles.ts';

const about: Readonly<Record<Profile, string>> = {
  strict: 'The contract to the letter, and the plainest choice where it is silent.',
  lenient: 'Takes what can be understood, and makes the other plausible choice.',
  weird: 'Nothing that the contract forbids, and everything that nobody hopes for.',
};

/** The present profile, buttons for the other profiles, and the value of each setting. */
export function profileCard(control: SandboxControl): Html {
  const { profile, own, settings } = control.profile();
  return html`<section class="summary" aria-labelledby="profile">
    <h2 id="profile">Where the contract is silent</h2>
    <div class="entries" data-list="profile">
      <form class="row" data-key="profile" method="post" action="/panel/profile">
        ${Object.keys(profiles).map(
          (name) =>
            html`<button
              class="quiet"
              name="profile"
              value="${name}"
              aria-pressed="${name === profile ? 'true' : 'false'}"
            >
              ${name}
            </button>`,
        )}
      </form>
      <p class="muted" data-key="about">${about[profile]}</p>
      <details data-key="settings">
        <summary>All ${Object.keys(settings).length} settings</summary>
        <dl class="facts settings">
          ${Object.entries(settings).map(
            ([name, { section, says, value }]) =>
              html`<div>
                <dt>${section} ${says}</dt>
                <dd><code>${name}: ${JSON.stringify(value)}</code>${own.includes(name) && ' (set by itself)'}</dd>
              </div>`,
          )}
        </dl>
      </details>
    </div>
  </section>`;
}
