/* `mlflow`: a study whose runs stand in MLflow's SQLite database. */
#include "manifest/manifest_internal.h"

#include <string.h>

/* "param lr" -> lr; NULL if the text does not begin with the word or names nothing. */
static const char *name_after(const char *text, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(text, word, n) && text[n] == ' ' && text[n + 1] ? text + n + 1 : NULL;
}

/* `word` stands for a choice without a name. */
static void read_choice(struct reading *reading, const struct node *value, const char *word,
                        enum mlflow_choice_kind meaning, struct manifest_mlflow_choice *choice)
{
    const char *text = value_scalar(reading, value), *name;
    if (!text)
        return;
    if (!strcmp(text, word))
        *choice = (struct manifest_mlflow_choice){meaning, NULL};
    else if ((name = name_after(text, "param")))
        *choice = (struct manifest_mlflow_choice){MLFLOW_PARAM, name};
    else if ((name = name_after(text, "tag")))
        *choice = (struct manifest_mlflow_choice){MLFLOW_TAG, name};
    else
        reading_error(reading, value->place, "%s is not one of %s, param NAME, tag NAME",
                      reading_quote(reading, text), word);
}

void value_mlflow_arm(struct reading *reading, const struct node *value, void *field)
{
    read_choice(reading, value, "experiment", MLFLOW_EXPERIMENT, field);
}

void value_mlflow_run(struct reading *reading, const struct node *value, void *field)
{
    read_choice(reading, value, "name", MLFLOW_UNSET, field);
}

void reading_mlflow(struct reading *reading, bool find_files)
{
    struct manifest_mlflow *mlflow = &reading->manifest->mlflow;
    if (!reading->mlflow)
        return;
    mlflow->place = reading->mlflow->place;
    mlflow->arm.kind = MLFLOW_EXPERIMENT;
    schema_read(reading, reading->mlflow, "mlflow.", mlflow);
    if (mlflow->file)
        mlflow->file = reading_file(reading, reading->mlflow, mlflow->file, find_files);
}
