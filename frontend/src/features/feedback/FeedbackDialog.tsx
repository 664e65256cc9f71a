import { type FormEvent, useId, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { useToast } from "../../ui/toasts";
import { atMost, type Rule, required, useForm } from "../../ui/useForm";
import { Choice } from "./Choice";
import { FileChoice } from "./FileChoice";
import css from "./feedback.module.css";
import { ratings, type Section, sections } from "./sections";
import type { Feedback } from "./types";

const NONE = "Select Section";
const LONGEST = 4000;

type Topic = "section" | "everything";
/** What feedback is about. */
const topics: readonly { key: Topic; label: string }[] = [
  { key: "section", label: "One section" },
  { key: "everything", label: "Everything" },
];
const opinions: readonly string[] = ["Positive", "Negative"];

const isEntered = required("Field cannot be empty");
const isShort = atMost(LONGEST, `Use at most ${LONGEST} characters.`);
const textRule: Rule = (text) => isEntered(text) || isShort(text);

const sectionNamed = (text: string): Section | undefined => sections.find((section) => section === text);

function feedbackOf(page: Section | undefined, option: string, feedback: string): Feedback {
  if (page) return { page, rating: ratings.indexOf(option) + 1, feedback };
  return { feedback_type: option === "Positive" ? "positive" : "negative", feedback };
}

interface FeedbackDialogProps {
  send: (feedback: Feedback, file: File | null) => Promise<unknown>;
  onClose: () => void;
}

/** The feedback dialog: a rating of one section, or an opinion about everything. */
export function FeedbackDialog({ send, onClose }: FeedbackDialogProps) {
  const [topic, setTopic] = useState<Topic>("section");
  const form = useForm(
    useId(),
    { section: NONE, feedback: "" },
    { section: (text) => (topic === "section" && !sectionNamed(text) ? "Select a section." : ""), feedback: textRule },
    // A hash may be the first that is pasted, before the words about it.
    { feedback: "note" },
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const toast = useToast();
  const [options, legend] = topic === "section" ? [ratings, "Rating"] : [opinions, "Opinion"];
  const choose = (next: Topic) => {
    setTopic(next);
    setChosen(null);
    setIsChecked(false);
  };
  const run = async (option: string) => {
    setBusy(true);
    setFailure("");
    try {
      const page = topic === "section" ? sectionNamed(form.texts.section) : undefined;
      await send(feedbackOf(page, option, form.texts.feedback.trim()), file);
      toast({ text: "Thank you very much for your feedback" });
      onClose();
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const isComplete = form.check(event.currentTarget);
    if (!busy && isComplete && chosen !== null) void run(chosen);
  };
  return (
    <Dialog title="Feedback" subtitle="It is stored on this server, for the people who run it." onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <SegmentedControl label="About" options={topics} chosen={topic} onChoose={choose} />
        {topic === "section" ? (
          <Field label="Section" {...form.note("section")}>
            {(id) => (
              <select id={id} {...form.bind("section")}>
                {[NONE, ...sections].map((section) => (
                  <option key={section}>{section}</option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
        <Choice
          legend={legend}
          options={options}
          chosen={chosen}
          onChoose={setChosen}
          problem={isChecked && chosen === null ? "Choose one." : ""}
        />
        <Field label="Your feedback" {...form.note("feedback")}>
          {(id) => <textarea id={id} rows={4} {...form.bind("feedback")} />}
        </Field>
        <FileChoice file={file} onChoose={setFile} />
        {failure ? <InlineFailure>{failure}</InlineFailure> : null}
        <FormActions submit={busy && file ? "Uploading…" : "Send feedback"} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
