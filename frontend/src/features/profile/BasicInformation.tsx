import { type FormEvent, useId, useState } from "react";
import { LONGEST_EMAIL } from "../../format/email";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Field } from "../../ui/Field";
import { InlineFailure } from "../../ui/Note";
import { Tag } from "../../ui/Tag";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import css from "./basic.module.css";
import { MailingList } from "./MailingList";
import { PendingEmail } from "./PendingEmail";
import { emailRule, LONGEST_TEXT, mobileRule, nameRule } from "./rules";
import type { BasicTexts, Person } from "./types";

interface BasicInformationProps {
  person: Person;
  /** Saves the texts that were changed. A new email address gets a code. */
  save: (changes: Partial<BasicTexts>) => Promise<unknown>;
  /** Removes the address from the mailing list. */
  leaveMailingList: () => Promise<unknown>;
  /** Opens the dialog for the code of the new email. `sentAt` is null if it is not known when the code was sent. */
  onEnterCode: (email: string, sentAt: number | null) => void;
}

const trimmed = (texts: BasicTexts): BasicTexts => ({
  first_name: texts.first_name.trim(),
  last_name: texts.last_name.trim(),
  email: texts.email.trim(),
  mobile: texts.mobile.trim(),
});

const textsOf = (person: Person): BasicTexts => ({
  first_name: person.first_name ?? "",
  last_name: person.last_name ?? "",
  email: person.email ?? "",
  mobile: person.mobile ?? "",
});

/** The texts that differ. Sending an unchanged email would forget the one that waits for its code. */
const changesOf = (saved: BasicTexts, texts: BasicTexts): Partial<BasicTexts> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== saved[name as keyof BasicTexts]));

/** The form of the person's name, email and mobile number. */
export function BasicInformation({ person, save, leaveMailingList, onEnterCode }: BasicInformationProps) {
  const saved = textsOf(person);
  const pending = person.pending_email;
  const rules = {
    first_name: nameRule,
    last_name: nameRule,
    email: emailRule(person.email !== null),
    mobile: mobileRule,
  };
  const form = useForm(useId(), saved, rules);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const toast = useToast();
  const send = async (changes: Partial<BasicTexts>) => {
    setBusy(true);
    setFailure("");
    try {
      await save(changes);
      toast({ text: "Profile updated" });
      if (changes.email) {
        // The current email stays until the code of the new one is entered.
        form.write("email", saved.email);
        onEnterCode(changes.email, Date.now());
      }
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && form.check(event.currentTarget)) void send(changesOf(saved, trimmed(form.texts)));
  };
  const isConfirmed = person.email !== null && form.texts.email.trim() === person.email;
  const text = { maxLength: LONGEST_TEXT };
  return (
    <Card title="Basic Information">
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="First Name" {...form.note("first_name")}>
          {(id) => <input id={id} autoComplete="given-name" {...text} {...form.bind("first_name")} />}
        </Field>
        <Field label="Last Name" {...form.note("last_name")}>
          {(id) => <input id={id} autoComplete="family-name" {...text} {...form.bind("last_name")} />}
        </Field>
        <div className={css.wide}>
          <Field label="Email" {...form.note("email")}>
            {(id) => (
              <div className={css.email} data-confirmed={isConfirmed || undefined}>
                <input id={id} type="email" autoComplete="email" maxLength={LONGEST_EMAIL} {...form.bind("email")} />
                {isConfirmed ? <Tag icon="check">Confirmed</Tag> : null}
              </div>
            )}
          </Field>
        </div>
        <div>
          <Field label="Mobile Number" {...form.note("mobile")}>
            {(id) => (
              <input id={id} type="tel" autoComplete="tel" placeholder="Not set" {...text} {...form.bind("mobile")} />
            )}
          </Field>
          {form.problems.mobile || form.note("mobile").warning ? null : (
            <p className={css.hint}>Optional. 7 to 15 digits, with a + if you like.</p>
          )}
        </div>
        <div className={css.save}>
          <Button tone="primary" type="submit" busy={busy}>
            Save changes
          </Button>
        </div>
        {failure ? (
          <div className={css.wide}>
            <InlineFailure>{failure}</InlineFailure>
          </div>
        ) : null}
      </form>
      {pending ? (
        <PendingEmail
          email={pending}
          hasEmail={person.email !== null}
          onEnterCode={() => onEnterCode(pending, null)}
          cancel={() => save({ email: "" })}
        />
      ) : null}
      {person.mailing_list ? <MailingList email={person.mailing_list} leave={leaveMailingList} /> : null}
    </Card>
  );
}
