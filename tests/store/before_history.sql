BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'assistant','m001_tables_entries_photos','2026-12-01 01:43:48.928274+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'assistant','m002_copies','2026-12-01 01:43:48.929294+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'assistant','m003_mode','2026-12-01 01:43:48.929953+00:00');
CREATE TABLE "copies" (
   "number" INTEGER PRIMARY KEY,
   "game" TEXT NOT NULL,
   "name" TEXT NOT NULL,
   "profile" TEXT NOT NULL,
   "photos" INTEGER NOT NULL,
   "notes" TEXT NOT NULL,
   "changed" TEXT NOT NULL
);
INSERT INTO "copies" VALUES(1,'forgotten_treasures','Ours','a profile',1,'[]','2026-12-01T01:43:49.075+00:00');
CREATE TABLE "entries" (
   "code" TEXT REFERENCES "tables"("code"),
   "seat" INTEGER,
   "stage" INTEGER,
   "state" TEXT NOT NULL,
   "version" INTEGER NOT NULL,
   "changed" TEXT NOT NULL,
   PRIMARY KEY ("code", "seat", "stage")
);
INSERT INTO "entries" VALUES('AAAAA',0,1,'{"layout": "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0", "inventory": {"red": 2, "mythical": 1}, "history": [["", "??????????/??????????/??????????/??????????"], ["half", "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0"], ["red (3)", "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0"]], "cursor": 2, "doubts": [], "photo": null}',1,'2026-12-01T01:43:49.001+00:00');
INSERT INTO "entries" VALUES('AAAAA',0,2,'{"layout": "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0 r8r4o8b2/o8o2g0g0/b0p6o8p8", "inventory": {"mythical": 1}, "history": [["", "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0 ????????/????????/????????"], ["Photo read", "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0 r8r4o8b2/o8o2g0g0/b0p6o8p8"]], "cursor": 1, "doubts": [[2, 1, 1]], "photo": {"number": 1, "corners": [[10.0, 10.0], [110.0, 12.0], [108.0, 90.0], [12.0, 88.0]], "picture": 2, "turns": 1, "otherwise": [[1, 0, 0, "blue", 3], [1, 0, 1, null, 0]], "warnings": ["dim"]}}',1,'2026-12-01T01:43:49.056+00:00');
INSERT INTO "entries" VALUES('BBBBB',0,1,'{"layout": "n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8", "inventory": {}, "history": [["", "n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8", {"marks": [], "cards": []}], ["Gem on brown", "n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8", {"marks": [[1, 0, 0]], "cards": []}], ["Card laid", "n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8", {"marks": [[1, 0, 0]], "cards": [[1, 3, 3]]}]], "laid": {"marks": [[1, 0, 0]], "cards": []}, "cursor": 1, "doubts": [], "photo": null}',1,'2026-12-01T01:43:49.100+00:00');
INSERT INTO "entries" VALUES('CCCCC',0,1,'{"layout": "s10??^................../................../............/......", "inventory": {}, "history": [["", "......................../................../............/......"], ["sea laid", "s10??^................../................../............/......"], ["forest laid", "s10??^f01??^............/................../............/......"]], "cursor": 1}',1,'2026-12-01T01:43:49.124+00:00');
CREATE TABLE "names" (
   "name" TEXT PRIMARY KEY,
   "used" INTEGER NOT NULL
);
INSERT INTO "names" VALUES('Ana',1);
INSERT INTO "names" VALUES('Ben',1);
INSERT INTO "names" VALUES('Cleo',2);
INSERT INTO "names" VALUES('Dan',2);
INSERT INTO "names" VALUES('Eva',3);
INSERT INTO "names" VALUES('Finn',3);
INSERT INTO "names" VALUES('Gil',4);
CREATE TABLE "photos" (
   "number" INTEGER PRIMARY KEY,
   "code" TEXT NOT NULL REFERENCES "tables"("code"),
   "jpeg" BLOB NOT NULL,
   "at" TEXT NOT NULL
);
INSERT INTO "photos" VALUES(1,'AAAAA',X'612070686F746F','2026-12-01T01:43:49.036+00:00');
INSERT INTO "photos" VALUES(2,'AAAAA',X'66726F6D2061626F7665','2026-12-01T01:43:49.043+00:00');
CREATE TABLE "settings" (
   "name" TEXT PRIMARY KEY,
   "value" TEXT NOT NULL
);
CREATE TABLE "steps" (
   "id" INTEGER PRIMARY KEY,
   "code" TEXT NOT NULL REFERENCES "tables"("code"),
   "kind" TEXT NOT NULL,
   "payload" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "undone" INTEGER
);
INSERT INTO "steps" VALUES(1,'AAAAA','write','{"seat": 0, "stage": 1, "points": 5, "mythical_points": 1, "layout": "r3p6r6o1p1/o8p1b2b3g4/o6g0o6r2b0/o8b8o6o3b0", "inventory": {"red": 2, "mythical": 1}, "activations": [{"area": 0, "multiplier": 1, "pay": {"red": 1}}, {"area": 2, "multiplier": 1, "pay": {"red": 1}}], "kept": {"mythical": 1}, "gems_left": 1}','2026-12-01T01:43:49.015+00:00',NULL);
INSERT INTO "steps" VALUES(2,'AAAAA','write','{"seat": 1, "stage": 1, "points": 12, "gems_left": null}','2026-12-01T01:43:49.028+00:00',NULL);
INSERT INTO "steps" VALUES(3,'AAAAA','write','{"seat": 0, "stage": 2, "points": 9, "gems_left": null}','2026-12-01T01:43:49.060+00:00',1);
INSERT INTO "steps" VALUES(4,'DDDDD','solo','{"game": {"step": "set_up", "gems_by_app": true, "dominoes_by_app": true, "seed": 5, "icons": ["red", "orange"], "spaces": [{"face_up": true, "gems": ["orange", "blue", "mythical"], "icons": ["green", "blue"], "pile": 18, "below": "or pb go gr po op rp ro bp bb br gb bg gg bb bp bg"}, {"gems": ["mythical", "mythical", "orange"], "icons": ["green", "purple"], "pile": 18, "below": "rg ro op or op ro rr rr op pb pb pp pb rp go rp bp"}, {"face_up": true, "gems": ["red", "mythical", "mythical"], "icons": ["red", "purple"], "pile": 18, "below": "gb bg rp gr rr ob br og bo pb br gr bp gr gp pr go"}, {"gems": ["red", "blue", "mythical"], "icons": ["orange", "purple"], "pile": 18, "below": "bb rb pp rp gr po br rg op bo og oo ob go pp pg gb"}, {"face_up": true, "gems": ["mythical", "green", "green"], "icons": ["red", "red"], "pile": 17, "below": "og go ro gg bg oo go ob gp gb bo gp og rr bo gp"}]}}','2026-12-01T01:43:49.141+00:00',NULL);
INSERT INTO "steps" VALUES(5,'DDDDD','solo','{"game": {"step": "player_turn", "space": 1, "gem": "blue", "reveal": 2}}','2026-12-01T01:43:49.153+00:00',NULL);
INSERT INTO "steps" VALUES(6,'DDDDD','solo','{"game": {"step": "legend_turn"}}','2026-12-01T01:43:49.157+00:00',NULL);
INSERT INTO "steps" VALUES(7,'DDDDD','solo','{"game": {"step": "player_turn", "space": 3, "gem": "mythical", "reveal": 3}}','2026-12-01T01:43:49.181+00:00',NULL);
INSERT INTO "steps" VALUES(8,'DDDDD','solo','{"game": {"step": "legend_turn", "drawn": ["mythical", "mythical", "green"]}}','2026-12-01T01:43:49.189+00:00',NULL);
INSERT INTO "steps" VALUES(9,'DDDDD','solo','{"game": {"step": "player_turn", "space": 2, "gem": "mythical", "reveal": 4}}','2026-12-01T01:43:49.230+00:00',NULL);
INSERT INTO "steps" VALUES(10,'DDDDD','solo','{"game": {"step": "legend_turn"}}','2026-12-01T01:43:49.245+00:00',NULL);
INSERT INTO "steps" VALUES(11,'DDDDD','solo','{"game": {"step": "lost_turn"}}','2026-12-01T01:43:49.253+00:00',NULL);
INSERT INTO "steps" VALUES(12,'DDDDD','solo','{"game": {"step": "player_turn", "space": 4, "gem": "mythical", "reveal": 1}}','2026-12-01T01:43:49.261+00:00',NULL);
INSERT INTO "steps" VALUES(13,'DDDDD','solo','{"game": {"step": "legend_turn", "drawn": ["red", "mythical", "orange"]}}','2026-12-01T01:43:49.274+00:00',NULL);
INSERT INTO "steps" VALUES(14,'DDDDD','solo','{"game": {"step": "player_turn", "space": 3, "gem": "orange", "reveal": 2}}','2026-12-01T01:43:49.333+00:00',NULL);
INSERT INTO "steps" VALUES(15,'DDDDD','solo','{"game": {"step": "legend_turn", "drawn": ["mythical", "blue", "mythical"]}}','2026-12-01T01:43:49.345+00:00',NULL);
INSERT INTO "steps" VALUES(16,'DDDDD','solo','{"game": {"step": "player_turn", "space": 1, "gem": "orange", "reveal": 3, "drawn": ["mythical", "red", "purple"]}}','2026-12-01T01:43:49.362+00:00',NULL);
INSERT INTO "steps" VALUES(17,'DDDDD','solo','{"game": {"step": "legend_turn"}}','2026-12-01T01:43:49.382+00:00',NULL);
INSERT INTO "steps" VALUES(18,'DDDDD','solo','{"game": {"step": "lost_turn"}}','2026-12-01T01:43:49.396+00:00',NULL);
INSERT INTO "steps" VALUES(19,'DDDDD','solo','{"game": {"step": "player_turn", "space": 2, "gem": "mythical", "reveal": 2}}','2026-12-01T01:43:49.406+00:00',NULL);
INSERT INTO "steps" VALUES(20,'DDDDD','solo','{"game": {"step": "legend_turn", "drawn": ["red", "mythical", "blue", "blue", "purple", "green"]}}','2026-12-01T01:43:49.422+00:00',NULL);
INSERT INTO "steps" VALUES(21,'DDDDD','solo','{"game": {"step": "player_turn", "space": 3, "gem": "blue", "reveal": 1}}','2026-12-01T01:43:49.439+00:00',NULL);
INSERT INTO "steps" VALUES(22,'DDDDD','solo','{"game": {"step": "legend_turn"}}','2026-12-01T01:43:49.446+00:00',NULL);
INSERT INTO "steps" VALUES(23,'DDDDD','solo','{"game": {"step": "stage_end", "points": 20, "spent": {"orange": 2, "blue": 2, "mythical": 4}, "kept": {}}, "seat": 0, "stage": 1, "points": 20, "gems_left": null, "kept": {}, "spent": {"orange": 2, "blue": 2, "mythical": 4}}','2026-12-01T01:43:49.471+00:00',NULL);
CREATE TABLE "tables" (
   "code" TEXT PRIMARY KEY,
   "game" TEXT NOT NULL,
   "seating" TEXT NOT NULL,
   "starter" TEXT NOT NULL,
   "created" TEXT NOT NULL,
   "changed" TEXT NOT NULL,
   "version" INTEGER NOT NULL
, "copy" INTEGER, "mode" TEXT NOT NULL DEFAULT '');
INSERT INTO "tables" VALUES('AAAAA','forgotten_treasures','["Ana", "Ben"]','Ana','2026-12-01T01:43:48.988+00:00','2026-12-01T01:43:49.084+00:00',6,1,'');
INSERT INTO "tables" VALUES('BBBBB','pyramido','["Cleo", "Dan"]','Cleo','2026-12-01T01:43:49.091+00:00','2026-12-01T01:43:49.091+00:00',1,NULL,'');
INSERT INTO "tables" VALUES('CCCCC','pyramis','["Eva", "Finn"]','Eva','2026-12-01T01:43:49.110+00:00','2026-12-01T01:43:49.110+00:00',1,NULL,'');
INSERT INTO "tables" VALUES('DDDDD','forgotten_treasures','["Gil"]','Gil','2026-12-01T01:43:49.131+00:00','2026-12-01T01:43:49.471+00:00',21,NULL,'legend');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_steps_code_id"
    ON "steps" ("code", "id");
COMMIT;
